// The files that a command line names: no input is overwritten, and no two outputs are the same file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/error.h"

namespace lanescope::cli {

struct NamedFile {
  std::string option;  ///< "-o", "--dump", or what the file is: "the kernel"
  std::filesystem::path path;
};

/// Fails when a file to be written is one that is read, another one to be written, or a folder. Empty paths do not
/// count.
[[nodiscard]] Status check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

}  // namespace lanescope::cli
