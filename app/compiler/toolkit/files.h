// The files that belong to an NVRTC, as CUDA Toolkits, Python wheels and distributions arrange them.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "compiler/toolkit/toolkit.h"

namespace lanescope::compiler {

/// Returns the NVRTC libraries in one folder by real path, each once, without alternative builds (libnvrtc.alt.so).
[[nodiscard]] std::vector<std::filesystem::path> nvrtc_libraries(const std::filesystem::path& folder);

/// Returns the folders that may hold libraries: root itself, lib64, lib, targets/*/lib, and those of wheels.
[[nodiscard]] std::vector<std::filesystem::path> library_folders(const std::filesystem::path& root);

/// Returns the version in the names of the library and of its builtins; empty when they contain none.
[[nodiscard]] std::optional<std::pair<int, int>> version_by_name(const std::filesystem::path& nvrtc);

/// Returns a toolkit around the library, with headers, nvJitLink and nvdisasm from the usual places. The version comes
/// from their names, as far as they contain it; without a major version there is no nvJitLink.
[[nodiscard]] Toolkit toolkit_around(const std::filesystem::path& nvrtc, std::string origin);

/// Returns the nvJitLink of the same major version beside the library or in its wheel; empty when there is none.
[[nodiscard]] std::filesystem::path nvjitlink_beside(const std::filesystem::path& nvrtc, int major);

/// Returns the library of the same version beside NVRTC that it loads while it compiles; empty when it is not there.
[[nodiscard]] std::filesystem::path builtins_of(const std::filesystem::path& nvrtc, int major, int minor);

}  // namespace lanescope::compiler
