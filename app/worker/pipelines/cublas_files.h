// Where cuBLAS may lie on this machine.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "compiler/toolkit/toolkit.h"

namespace warpscope::worker {

/// Of every major version from `newest_major` (the driver's) down, newest first: the files in the folders that toolkits
/// and Python wheels are looked for in, then the name alone, for the loader and its LD_LIBRARY_PATH.
[[nodiscard]] std::vector<std::string> cublas_files(const compiler::Search& search, int newest_major);

}  // namespace warpscope::worker
