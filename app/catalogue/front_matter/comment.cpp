
#include <algorithm>

#include "catalogue/front_matter/source_code.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

constexpr std::string_view opening = "/*", closing = "*/", first_word = "lanescope";

int line_at(std::string_view text, std::size_t position) {
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(position), '\n'));
}

/// Returns the position after "/* lanescope" when it stands at `start`, else npos.
std::size_t end_of_marker(std::string_view file, std::size_t start) {
  if (start >= file.size() || file.substr(start, 2) != opening) return std::string_view::npos;
  const std::size_t name = file.find_first_not_of(" \t\r\n*", start + 2);
  if (name == std::string_view::npos || file.substr(name, first_word.size()) != first_word)
    return std::string_view::npos;
  return name + first_word.size();
}

/// Returns the position of the first thing in the file that is not blank.
std::size_t first_text(std::string_view file) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  const std::size_t first = file.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  return file.find_first_not_of(" \t\r\n", first);
}

Error no_front_matter(std::string_view file, const std::string& path) {
  for (std::size_t at = file.find(opening); at != std::string_view::npos; at = file.find(opening, at + 2)) {
    if (end_of_marker(file, at) == std::string_view::npos) continue;
    return {message<"front_matter.not_first">(), {path, line_at(file, at)}, message<"front_matter.not_first_remedy">()};
  }
  return {message<"front_matter.none">(), {path, 1}, message<"front_matter.none_remedy">()};
}

}  // namespace

bool opens_with_front_matter(std::string_view file) {
  return end_of_marker(file, first_text(file)) != std::string_view::npos;
}

Expected<FrontMatterText> front_matter_of(const KernelSource& source) {
  const auto beside = source.headers.find(sidecar_name(source.path));
  if (beside != source.headers.end() && !opens_with_front_matter(source.text)) {
    return FrontMatterText{beside->second, sidecar_path(source.path)};
  }
  TRY(auto text, front_matter_text(source.text, source.path));
  return FrontMatterText{std::move(text), source.path};
}

Expected<std::string> front_matter_text(std::string_view file, const std::string& path) {
  const std::size_t start = first_text(file);
  const std::size_t from = end_of_marker(file, start);
  if (from == std::string_view::npos) return failure(no_front_matter(file, path));
  const std::size_t end = file.find(closing, from);
  if (end == std::string_view::npos) {
    return failure(message<"front_matter.never_ends">(), {path, line_at(file, start)},
                   message<"front_matter.never_ends_remedy">());
  }
  // When a comment was cut short, its true end follows and closes nothing.
  if (const std::size_t stray = code_only(file.substr(end + 2)).find(closing); stray != std::string::npos) {
    return failure(message<"front_matter.ends_early">(line_at(file, end + 2 + stray)), {path, line_at(file, end)},
                   message<"front_matter.ends_early_remedy">());
  }
  std::string text(file.substr(0, end));
  std::replace_if(
      text.begin(), text.begin() + static_cast<std::ptrdiff_t>(from), [](char c) { return c != '\n'; }, ' ');
  return text;
}

}  // namespace lanescope::catalogue
