#include "worker/pipelines/ptx_lines.h"

#include <fmt/format.h>

#include "base/text.h"

namespace lanescope::worker {
namespace {

bool begins_instruction(std::string_view line) {
  return line.front() == '@' || (line.front() >= 'a' && line.front() <= 'z');
}

}  // namespace

std::string with_own_lines(std::string_view ptx, std::string_view file) {
  const std::string code = code_only(ptx);
  const auto lines = split(ptx, '\n'), codes = split(code, '\n');
  std::string text;
  int depth = 0;      // of braces: instructions stand in the body of a function
  bool ended = true;  // whether the statement before is complete, because a call may take several lines
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trim(codes[i]);
    if (i > 0) text += '\n';
    const bool replaced = ended && (begins_with_word(line, ".loc") || (depth == 0 && line.starts_with(".file")));
    if (replaced) continue;
    if (ended && depth > 0 && !line.empty() && begins_instruction(line)) text += fmt::format(".loc 1 {} 1 ", i + 1);
    text += lines[i];
    for (const char letter : line) depth += letter == '{' ? 1 : letter == '}' ? -1 : 0;
    if (!line.empty()) ended = line.ends_with(';') || line.ends_with('{') || line.ends_with('}') || line.ends_with(':');
  }
  return text + fmt::format("\n.file 1 \"{}\"\n", file);
}

}  // namespace lanescope::worker
