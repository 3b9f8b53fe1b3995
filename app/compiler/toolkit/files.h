// What lies around an NVRTC: how CUDA Toolkits, Python wheels and distributions arrange their files.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/toolkit/toolkit.h"

namespace warpscope::compiler {

/// The NVRTC libraries in one folder, by real path, each once. Their alternative builds (libnvrtc.alt.so) do not count.
[[nodiscard]] std::vector<std::filesystem::path> nvrtc_libraries(const std::filesystem::path& folder);

/// The folders below `root` that may hold libraries: root itself, lib64, lib, targets/*/lib, and those of wheels.
[[nodiscard]] std::vector<std::filesystem::path> library_folders(const std::filesystem::path& root);

/// Major and minor version as the names of the library and of its builtins beside it tell; empty when they do not.
[[nodiscard]] std::optional<std::pair<int, int>> version_by_name(const std::filesystem::path& nvrtc);

/// A toolkit around the library: headers, nvJitLink and nvdisasm where they usually lie. Version as the names tell,
/// else 0 and no nvJitLink.
[[nodiscard]] Toolkit toolkit_around(const std::filesystem::path& nvrtc, std::string origin);

/// The nvJitLink of the same major version beside the library or in its wheel; empty when there is none.
[[nodiscard]] std::filesystem::path nvjitlink_beside(const std::filesystem::path& nvrtc, int major);

/// The library that NVRTC itself loads while it compiles: beside it, of the same version. Empty when it is not there.
[[nodiscard]] std::filesystem::path builtins_of(const std::filesystem::path& nvrtc, int major, int minor);

}  // namespace warpscope::compiler
