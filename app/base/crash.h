// The file that a crash writes, with the signal, the last action and the stack: for the next start and for a report.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope {

/// From now on a signal that ends this process (SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT) first writes a file into the
/// folder; an empty path means no file. `heading` is its first line. Under a sanitizer nothing changes, because that
/// reports by itself.
void install_crash_handler(const std::filesystem::path& folder, std::string_view heading);

/// Notes what is being done, for that file. It copies 200 bytes and never fails.
void note_last_action(std::string_view action) noexcept;

struct Crash {
  std::string text;
  [[nodiscard]] std::string summary() const;  ///< "signal: SEGV, last action: toggle_ptx"
};
/// Returns what the newest crash left in the folder, once; the next call returns nothing. The text stays in
/// last_crash_file() until the next one.
[[nodiscard]] std::optional<Crash> take_crash(const std::filesystem::path& folder);
inline constexpr const char* last_crash_name = "last-crash.txt";
[[nodiscard]] std::filesystem::path last_crash_file(const std::filesystem::path& folder);

}  // namespace lanescope
