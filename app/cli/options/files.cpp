#include "cli/options/files.h"

#include <fmt/format.h>

#include <system_error>

#include "base/file.h"
#include "base/messages.h"
#include "cli/messages.h"

namespace lanescope::cli {

Status check_outputs(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const NamedFile& output = outputs[i];
    if (output.path.empty()) continue;
    const auto refuse = [&](const Message& what) {
      return failure(what, fmt::format("{} {}", output.option, output.path.string()),
                     message<"option.another_file_remedy">());
    };
    std::error_code error;
    if (std::filesystem::is_directory(output.path, error)) return refuse(message<"file.is_folder">());
    for (const NamedFile& input : inputs) {
      if (!input.path.empty() && is_same_file(output.path, input.path)) {
        return refuse(message<"option.is_input">(input.option));
      }
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (!outputs[j].path.empty() && is_same_file(output.path, outputs[j].path)) {
        return refuse(message<"option.is_output_too">(outputs[j].option));
      }
    }
  }
  return {};
}

}  // namespace lanescope::cli
