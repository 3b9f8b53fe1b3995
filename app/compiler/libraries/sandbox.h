// Work on what strangers wrote, in a thread that can open only the files that the work needs.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

namespace lanescope::compiler {

/// Files, and folders with all below them. Those that do not exist are left out.
struct AllowedPaths {
  std::vector<std::filesystem::path> readable, writable;  ///< what may be written may be read, too
};

/// Carries out the work in a thread of its own, waits for it, and passes on what it throws. For this thread and those
/// that it starts, the kernel refuses to open every other file (EACCES), whatever its path is made of. Where the kernel
/// cannot do that (Linux before 5.13, or without Landlock), the work is done all the same, and false is returned.
/// Source: landlock(7).
bool run_sandboxed(const AllowedPaths& allowed, const std::function<void()>& work);

/// Restricts the calling thread, and those that it starts, for as long as they live. Returns false where the kernel
/// cannot do that.
bool restrict_this_thread(const AllowedPaths& allowed);

}  // namespace lanescope::compiler
