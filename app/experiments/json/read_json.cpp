#include "experiments/json/read_json.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/messages.h"

namespace lanescope::experiments {
namespace {

using json = nlohmann::json;

/// The brackets that are open at the deepest place, and the values at most: each begins the text, or stands behind a
/// bracket, a comma or a colon.
struct Extent {
  std::size_t depth = 0, values = 1;
};

Extent extent_of(std::string_view text) {
  Extent extent;
  std::size_t open = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char letter = text[i];
    if (quoted) {
      if (letter == '\\') ++i;
      quoted = letter != '"';
    } else if (letter == '"') {
      quoted = true;
    } else if (letter == '{' || letter == '[') {
      extent.depth = std::max(extent.depth, ++open);
      ++extent.values;
    } else if (letter == '}' || letter == ']') {
      open -= open > 0 ? 1 : 0;
    } else if (letter == ',') {
      ++extent.values;
    }
  }
  return extent;
}

}  // namespace

Expected<json> read_json(std::string_view text, const Place& where, const Message& remedy) {
  const Extent extent = extent_of(text);
  if (extent.depth > max_json_depth) return failure(message<"json.nested_too_deeply">(), where, remedy);
  if (extent.values > max_json_values) {
    return failure(message<"json.too_many_values">(max_json_values), where, remedy);
  }
  try {
    return json::parse(text);
  } catch (const json::out_of_range&) {
    return failure(message<"json.number_too_large">(), where, remedy);
  } catch (const json::exception&) {
    return failure(message<"json.not_json">(), where, remedy);
  }
}

JsonLines complete_json_lines(std::string_view text) {
  JsonLines lines{{}, text.rfind('\n') + 1};  // 0 when there is no line end
  const std::string_view last = text.substr(lines.bytes);
  lines.texts = split(text.substr(0, lines.bytes == 0 ? 0 : lines.bytes - 1), '\n');
  if (last.empty() || !read_json(last, "", "")) return lines;
  if (lines.bytes == 0) lines.texts.clear();
  lines.texts.push_back(last);
  lines.bytes = text.size();
  return lines;
}

std::size_t memory_of(const json& value) {
  constexpr std::size_t node = 80;  // of a tree, with its key's string
  std::size_t bytes = sizeof(json);
  if (const auto* text = value.get_ptr<const json::string_t*>()) return bytes + sizeof(std::string) + text->size();
  if (value.is_object()) {
    for (const auto& [key, inner] : value.items()) bytes += node + key.size() + memory_of(inner);
  } else if (value.is_array()) {
    for (const json& inner : value) bytes += memory_of(inner);
  }
  return bytes;
}

}  // namespace lanescope::experiments
