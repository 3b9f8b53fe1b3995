// The CUDA compilers of this machine, and the choice of one for a device.
#pragma once

#include <compare>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace lanescope::compiler {

/// It reads "9.0" as {9, 0} and orders like a version.
struct ComputeCapability {
  int major = 0, minor = 0;
  [[nodiscard]] std::string text() const { return std::to_string(major) + "." + std::to_string(minor); }  ///< "9.0"
  [[nodiscard]] std::string number() const { return std::to_string(major) + std::to_string(minor); }      ///< "90"
  friend auto operator<=>(const ComputeCapability&, const ComputeCapability&) = default;
};
[[nodiscard]] Expected<ComputeCapability> compute_capability(const std::string& text);  ///< "9.0", "90" or "sm_90"

/// One installed NVRTC with what belongs to it.
struct Toolkit {
  std::filesystem::path nvrtc;      ///< the shared library
  std::filesystem::path nvjitlink;  ///< empty when there is none (11.8)
  std::filesystem::path include;    ///< CUDA headers; empty when there are none
  std::filesystem::path nvdisasm;   ///< program; empty when there is none
  /// The version of NVRTC; until inspect() opens it, that in the file's name, with 0 or -1 for what the name leaves
  /// out.
  int major = 0, minor = -1;
  std::vector<int> architectures;  ///< NVRTC's own list: 75, 80, ...; empty until inspect() is called.
  std::string origin;              ///< "CUDA_PATH", "/usr/local/cuda-13.0", "Python wheel", ...
  Message problem;                 ///< Why it cannot be used; empty when no problem is known.
};

struct Search {
  std::string nvrtc;                           ///< The only library to use; empty means search.
  std::vector<std::filesystem::path> folders;  ///< They are searched before the usual places.
  bool system = true;                          ///< Search the usual places too; $LANESCOPE_HIDE_TOOLKIT=1 means false.
};
/// Returns every NVRTC of this machine, newest first. If Search::nvrtc or $LANESCOPE_NVRTC is given, it is the only
/// one; else the search covers the folders, CUDA_PATH, CUDA_HOME, the program's own wheels, /usr/local/cuda*, the
/// loader's folders, conda, and Python's nvidia wheels. Without `system` only the folders and the program's own wheels
/// count. File names give the versions, so no library of 100 MB is loaded; only one that is named is opened. One that
/// cannot be opened stays in the list with its problem.
[[nodiscard]] std::vector<Toolkit> find_toolkits(const Search& search = {});

/// Returns the folders that find_toolkits() searches when no NVRTC is named, in its order. Some do not exist.
[[nodiscard]] std::vector<std::filesystem::path> search_folders(const Search& search = {});
/// Returns Search::system, unless the environment says otherwise.
[[nodiscard]] bool searches_system(const Search& search);

/// Opens the library and fills version and architectures with what it reports. It takes a few milliseconds, or 0.2 s
/// when the file is not in the page cache. On failure `problem` says why.
[[nodiscard]] Toolkit inspect(Toolkit toolkit);

/// Returns the newest toolkit that compiles for `target` and is no newer than the driver (1000 * major + 10 * minor, as
/// cuDriverGetVersion says; 0 means there is no driver and any toolkit will do). Newer minor versions are allowed,
/// because cubins run within a major version. It inspects candidates that are not inspected yet. An error lists them,
/// why each was refused, and what to install.
[[nodiscard]] Expected<Toolkit> choose_toolkit(const std::vector<Toolkit>& toolkits, ComputeCapability target,
                                               int driver_version);

/// Returns the folders for #include <...>: the CUDA headers and, where they are apart, the C++ core libraries.
[[nodiscard]] std::vector<std::filesystem::path> include_folders(const Toolkit& toolkit);

}  // namespace lanescope::compiler
