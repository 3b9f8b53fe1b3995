// Which CUDA compilers this machine has, and which of them serves a device.
#pragma once

#include <compare>
#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace warpscope::compiler {

/// "9.0" -> {9, 0}; orders as versions do.
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
  int major = 0, minor = 0;         ///< of NVRTC
  std::vector<int> architectures;   ///< NVRTC's own list: 75, 80, ...; empty until inspect()
  std::string origin;               ///< "CUDA_PATH", "/usr/local/cuda-13.0", "Python wheel", ...
  std::string problem;              ///< why it cannot be used; empty as far as is known
};

struct Search {
  std::string nvrtc;                           ///< exactly this library and no other; empty: search
  std::vector<std::filesystem::path> folders;  ///< looked into before the usual places
  bool system = true;  ///< look into the usual places too; $WARPSCOPE_HIDE_TOOLKIT=1 means false
};
/// Every NVRTC of this machine, newest first: Search::nvrtc or $WARPSCOPE_NVRTC alone if given; else those in the
/// folders, CUDA_PATH, CUDA_HOME, the build's or installation's own wheels beside the program, /usr/local/cuda*, the
/// loader's folders, conda, and Python's nvidia wheels. Of these `system` rules all but the folders and the program's
/// own wheels. Goes by file names, so that nothing of 100 MB is loaded; a library whose name does not tell its minor
/// version, or that was asked for by name, is opened. One that cannot be opened stays in the list with its problem.
[[nodiscard]] std::vector<Toolkit> find_toolkits(const Search& search = {});

/// The folders that find_toolkits() looks into for libraries when no NVRTC is named, in its order. Some do not exist.
[[nodiscard]] std::vector<std::filesystem::path> search_folders(const Search& search = {});
/// Search::system, unless the environment says otherwise.
[[nodiscard]] bool looks_into_system(const Search& search);

/// Opens the library and fills version and architectures with what it says itself. A few milliseconds; 0.2 s when the
/// file is not in the page cache. On failure `problem` says why.
[[nodiscard]] Toolkit inspect(Toolkit toolkit);

/// The newest toolkit that compiles for `target` and is no newer than the driver (1000 * major + 10 * minor, as
/// cuDriverGetVersion says; 0: no driver, any will do). Minor versions ahead of the driver are allowed: cubins run
/// within a major version. Inspects what it considers and is not inspected yet. Error: says which ones there are, why
/// each was passed over, and what to install.
[[nodiscard]] Expected<Toolkit> choose_toolkit(const std::vector<Toolkit>& toolkits, ComputeCapability target,
                                               int driver_version);

/// The folders that #include <...> looks into: the CUDA headers and, where they lie apart, the C++ core libraries.
[[nodiscard]] std::vector<std::filesystem::path> include_folders(const Toolkit& toolkit);

}  // namespace warpscope::compiler
