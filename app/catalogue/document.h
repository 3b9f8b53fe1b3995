// TOML as plain values in the order of the file, each with its line. The only place that knows toml++.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"

namespace warpscope::catalogue {

struct Entry;

/// A TOML value. monostate: a date or time, which no front matter uses.
struct Node {
  using List = std::vector<Node>;
  using Table = std::vector<Entry>;
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Table> data;
  int line = 0;

  template <class T>
  [[nodiscard]] const T* as() const {
    return std::get_if<T>(&data);
  }
};

/// "key = value", in the order of the file. TOML itself refuses a key that is there twice.
struct Entry {
  std::string key;
  int line = 0;
  Node value;
};

[[nodiscard]] std::string_view kind_of(const Node& node);  ///< "a string", "a list", ... for messages

/// `text` starts on line `first_line` of its file, and lines of the result are the file's. Error: toml++'s words.
struct TomlError {
  std::string what;
  int line = 0;
};
[[nodiscard]] tl::expected<Node::Table, TomlError> parse_toml(std::string_view text, int first_line);

}  // namespace warpscope::catalogue
