// Whether a text is well-formed XML, as far as elements and attributes go.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lanescope::gui::test {

/// Empty when it is.
inline std::string xml_defect(std::string_view text) {
  std::vector<std::string> open;
  bool any = false;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at)) {
    std::size_t end = at + 1;
    bool quoted = false;
    while (end < text.size() && (quoted || text[end] != '>')) {
      if (text[end] == '"') quoted = !quoted;
      if (text[end] == '<') return "a < inside a tag";
      ++end;
    }
    if (end == text.size()) return "a tag that does not end";
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    at = end;
    if (tag.starts_with('?')) continue;
    const std::string name(tag.substr(0, tag.find_first_of(" /", 1)));
    if (tag.starts_with('/')) {
      if (open.empty() || "/" + open.back() != name) return "</" + name + "> ends what did not begin";
      open.pop_back();
    } else if (!tag.ends_with('/')) {
      if (open.empty() && any) return "a second root";
      open.push_back(name);
      any = true;
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> does not end";
}

}  // namespace lanescope::gui::test
