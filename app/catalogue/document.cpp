#include "catalogue/document.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include <algorithm>
#include <array>

namespace warpscope::catalogue {
namespace {

int line_of(const toml::source_region& source, int first_line) {
  return static_cast<int>(source.begin.line) + first_line - 1;
}

Node::Table table_of(const toml::table& table, int first_line);

Node node_of(const toml::node& node, int first_line) {
  Node result;
  result.line = line_of(node.source(), first_line);
  if (const auto* table = node.as_table()) {
    result.data = table_of(*table, first_line);
  } else if (const auto* array = node.as_array()) {
    Node::List list;
    for (const toml::node& each : *array) list.push_back(node_of(each, first_line));
    result.data = std::move(list);
  } else if (const auto text = node.value_exact<std::string>()) {
    result.data = *text;
  } else if (const auto integer = node.value_exact<std::int64_t>()) {
    result.data = *integer;
  } else if (const auto number = node.value_exact<double>()) {
    result.data = *number;
  } else if (const auto flag = node.value_exact<bool>()) {
    result.data = *flag;
  }
  return result;
}

Node::Table table_of(const toml::table& table, int first_line) {
  struct Placed {
    toml::source_position position;
    Entry entry;
  };
  std::vector<Placed> placed;
  for (const auto& [key, value] : table) {
    Entry entry{std::string(key.str()), line_of(key.source(), first_line), node_of(value, first_line)};
    placed.push_back({key.source().begin, std::move(entry)});
  }
  // toml++ sorts by name; a front matter is read in the order of its author.
  std::stable_sort(placed.begin(), placed.end(), [](const Placed& a, const Placed& b) {
    return a.position.line != b.position.line ? a.position.line < b.position.line
                                              : a.position.column < b.position.column;
  });
  Node::Table result;
  for (Placed& each : placed) result.push_back(std::move(each.entry));
  return result;
}

}  // namespace

std::string_view kind_of(const Node& node) {
  constexpr std::array<std::string_view, 7> kinds = {"a date or time", "true or false", "an integer", "a decimal number",
                                                     "a string",       "a list",        "a table"};
  return kinds.at(node.data.index());
}

tl::expected<Node::Table, TomlError> parse_toml(std::string_view text, int first_line) {
  const toml::parse_result result = toml::parse(text);
  if (!result) {
    const toml::parse_error& error = result.error();
    return tl::unexpected<TomlError>(TomlError{std::string(error.description()), line_of(error.source(), first_line)});
  }
  return table_of(result.table(), first_line);
}

}  // namespace warpscope::catalogue
