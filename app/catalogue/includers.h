// Finds the files that include an opened file: kernels often stand in a file of their own, which lacks the macros and
// types of the one that includes it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/message.h"

namespace lanescope::catalogue {

/// Returns the .cu files of the same folder that include the file, by name. Only the first of a large folder are read.
[[nodiscard]] std::vector<std::filesystem::path> files_including(const std::filesystem::path& file);

/// Returns "main.cu includes this file: lanescope run main.cu --entry scale"; empty without such files.
[[nodiscard]] Message includer_offer(const std::vector<std::filesystem::path>& includers, const std::string& entry);

}  // namespace lanescope::catalogue
