#include "ptx/source_files.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "base/text.h"
#include "ptx/parse/token_cursor.h"

namespace lanescope::ptx {
namespace {

template <class Number>
std::optional<Number> take_number(TokenCursor& cursor) {
  const std::string_view word = cursor.current().text;
  Number number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (!cursor.at_number() || error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  cursor.advance();
  return number;
}

constexpr std::size_t max_path = 4096, max_name = 200;  // no system opens a longer path

std::string visible(std::string_view text, std::size_t most) {
  std::string shown = printable(text.substr(0, most));
  std::ranges::replace_if(
      shown, [](char letter) { return letter == '\n' || letter == '\t'; }, '?');
  return shown;
}

std::string_view after_last_slash(std::string_view path) {
  return path.substr(path.rfind('/') + 1);  // npos + 1 is 0
}

std::string_view folder_of(std::string_view path) {
  return path.substr(0, path.size() - after_last_slash(path).size());
}

/// The .file and .loc of a text.
struct Places {
  std::map<std::uint32_t, std::string_view> names;
  std::map<std::uint32_t, std::uint64_t> in_kernels;  ///< how many .loc name the file, also as the place of a call
  std::set<std::uint32_t> begun;                      ///< files of code of kernels that was not inlined
};

class PlaceReader {
 public:
  explicit PlaceReader(std::string_view ptx) : cursor_(ptx) {}

  Places read() {
    while (cursor_.current().kind != Token::Kind::end && cursor_.current().kind != Token::Kind::broken) {
      if (cursor_.at(".entry")) in_kernel_ = true;
      if (cursor_.at(".func")) in_kernel_ = false;
      const bool file = cursor_.at(".file"), place = cursor_.at(".loc");
      cursor_.advance();
      if (file) read_file();
      if (place && in_kernel_) read_place();
    }
    return std::move(places_);
  }

 private:
  void read_file() {
    const auto number = take_number<std::uint32_t>(cursor_);
    if (number && cursor_.current().kind == Token::Kind::string) places_.names[*number] = cursor_.current().text;
  }

  /// Reads "1 38 3", which ", function_name $L__info_string0, inlined_at 1 11 3" may follow.
  void read_place() {
    const auto file = take_number<std::uint32_t>(cursor_);
    const auto line = take_number<std::int32_t>(cursor_);
    if (!file || !line || !take_number<std::int32_t>(cursor_)) return;
    if (*line > 0) ++places_.in_kernels[*file];
    if (!cursor_.accept(',')) {
      if (*line > 0) places_.begun.insert(*file);
      return;
    }
    while (cursor_.at_word() && !cursor_.accept("inlined_at") && cursor_.current().text.front() != '.') {
      cursor_.advance();
      while (cursor_.accept('+') || cursor_.accept(',')) continue;
    }
    if (const auto outside = take_number<std::uint32_t>(cursor_)) ++places_.in_kernels[*outside];
  }

  TokenCursor cursor_;
  Places places_;
  bool in_kernel_ = false;
};

}  // namespace

std::vector<SourceFile> source_files(std::string_view ptx) {
  const Places places = PlaceReader(ptx).read();
  std::set<std::string_view> folders;
  for (const std::uint32_t number : places.begun) {
    if (const auto name = places.names.find(number); name != places.names.end())
      folders.insert(folder_of(name->second));
  }
  std::vector<SourceFile> files;
  if (folders.empty()) return files;
  std::map<std::string_view, int> shared;  // own sources by their short names
  for (const auto& [number, count] : places.in_kernels) {
    const auto found = places.names.find(number);
    if (found == places.names.end()) continue;
    const std::string_view path = found->second;
    const bool own = std::ranges::any_of(folders, [&](std::string_view folder) {
      return folder.empty() ? !path.starts_with('/') : path.starts_with(folder);
    });
    files.push_back({number, visible(path, max_path), visible(after_last_slash(path), max_name), own, count});
    if (own) ++shared[after_last_slash(path)];
  }
  for (SourceFile& file : files) {
    if (file.own && shared[after_last_slash(places.names.at(file.number))] > 1) file.name = file.path;
  }
  std::ranges::stable_sort(files, std::greater(), &SourceFile::places);
  return files;
}

std::string with_source_names(std::string_view ptx, const std::vector<SourceFile>& files, std::string_view root) {
  std::string text;
  std::size_t taken = 0;
  TokenCursor cursor(ptx);
  while (cursor.current().kind != Token::Kind::end && cursor.current().kind != Token::Kind::broken) {
    const bool is_file = cursor.at(".file");
    cursor.advance();
    const auto number = is_file ? take_number<std::uint32_t>(cursor) : std::nullopt;
    if (!number || cursor.current().kind != Token::Kind::string) continue;
    const auto own =
        std::ranges::find_if(files, [&](const SourceFile& file) { return file.own && file.number == *number; });
    if (own == files.end()) continue;
    const auto at = static_cast<std::size_t>(cursor.current().text.data() - ptx.data());
    text += ptx.substr(taken, at - taken);
    text.append(root).append(own->name);
    taken = at + cursor.current().text.size();
  }
  return text.append(ptx.substr(taken));
}

}  // namespace lanescope::ptx
