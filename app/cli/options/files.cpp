#include "cli/options/files.h"

#include <fmt/format.h>

#include <system_error>

#include "base/file.h"

namespace lanescope::cli {

Status check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NamedFile& output = outputs[i];
    if (output.path.empty()) continue;
    const auto refuse = [&](const std::string& what) {
      return failure(what, fmt::format("{} {}", output.option, output.path.string()), "name another file");
    };
    std::error_code error;
    if (std::filesystem::is_directory(output.path, error))
      return refuse("this is a folder, and a file is to be written");
    for (const NamedFile& input : inputs) {
      if (!input.path.empty() && is_same_file(output.path, input.path)) {
        return refuse(fmt::format("this would be written over {}", input.option));
      }
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!outputs[j].path.empty() && is_same_file(output.path, outputs[j].path)) {
        return refuse(fmt::format("this is the file of {} too", outputs[j].option));
      }
    }
  }
  return {};
}

}  // namespace lanescope::cli
