#include "catalogue/front_matter/table_reader.h"

#include <algorithm>
#include <tuple>

#include "base/text.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

const char* kind_of(const toml::node& node) {
  return node.is_table()            ? "a table"
         : node.is_array()          ? "a list"
         : node.is_string()         ? "a text"
         : node.is_integer()        ? "an integer"
         : node.is_floating_point() ? "a decimal number"
         : node.is_boolean()        ? "true or false"
                                    : "a date or time";
}

}  // namespace

Place TableReader::line_of_key(const std::string& key) const {
  const toml::node* node = table_.get(key);
  return node != nullptr && line_of(*node).line > 0 ? line_of(*node) : line_;
}

const toml::node* TableReader::find(const std::string& key) {
  known_.insert(key);
  return table_.get(key);
}

void TableReader::wrong_type(const toml::node& node, const std::string& key, const std::string& expected) {
  errors_.add(line_of(node), message<"front_matter.wrong_type">(name_, key, kind_of(node)),
              message<"front_matter.wrong_type_remedy">(expected));
}

const toml::node* TableReader::find(const std::string& key, bool required) {
  const toml::node* node = find(key);
  if (node == nullptr && required) {
    errors_.add(line_, message<"front_matter.no_key">(name_, key), message<"front_matter.no_key_remedy">(key));
  }
  return node;
}

template <class T>
std::optional<T> TableReader::value(const std::string& key, bool required, const char* expected) {
  const toml::node* node = find(key, required);
  if (node == nullptr) return std::nullopt;
  std::optional<T> value = node->value_exact<T>();
  if (!value) wrong_type(*node, key, expected);
  return value;
}

std::string TableReader::text(const std::string& key, bool required) {
  return value<std::string>(key, required, "a text in quotes").value_or("");
}

std::optional<bool> TableReader::boolean(const std::string& key) {
  return value<bool>(key, false, "true or false");
}

std::optional<std::int64_t> TableReader::integer(const std::string& key, bool required) {
  return value<std::int64_t>(key, required, "an integer");
}

std::optional<double> TableReader::decimal(const std::string& key) {
  const toml::node* node = find(key);
  return node == nullptr ? std::nullopt : node->value_exact<double>();
}

std::optional<Formula> TableReader::formula_of(const toml::node& node, const std::string& key) {
  if (const auto text = node.value_exact<std::string>()) return Formula{*text, line_of(node)};
  if (const auto number = node.value_exact<std::int64_t>()) return Formula{std::to_string(*number), line_of(node)};
  wrong_type(node, key, "an integer, or an expression in quotes");
  return std::nullopt;
}

std::optional<Formula> TableReader::formula(const std::string& key, bool required) {
  const toml::node* node = find(key, required);
  return node == nullptr ? std::nullopt : formula_of(*node, key);
}

std::optional<Formula> TableReader::condition(const std::string& key) {
  const toml::node* node = find(key);
  const auto fixed = node == nullptr ? std::nullopt : node->value_exact<bool>();
  return fixed ? Formula{*fixed ? "1" : "0", line_of(*node)} : formula(key, false);
}

std::vector<Formula> TableReader::formulas(const std::string& key, bool required) {
  const toml::node* node = find(key, required);
  std::vector<Formula> list;
  if (node == nullptr) return list;
  if (const toml::array* array = node->as_array()) {
    for (const toml::node& element : *array) {
      if (auto formula = formula_of(element, key)) list.push_back(std::move(*formula));
    }
  } else if (auto formula = formula_of(*node, key)) {
    list.push_back(std::move(*formula));
  }
  return list;
}

std::vector<Formula> TableReader::arguments(const std::string& key) {
  const toml::node* node = find(key, true);
  const toml::array* array = node == nullptr ? nullptr : node->as_array();
  if (array == nullptr) return formulas(key, false);
  std::vector<Formula> list;
  for (const toml::node& element : *array) {
    if (auto formula = argument_of(element, key)) list.push_back(std::move(*formula));
  }
  return list;
}

std::optional<Formula> TableReader::argument(const std::string& key) {
  const toml::node* node = find(key, true);
  return node == nullptr ? std::nullopt : argument_of(*node, key);
}

std::optional<Formula> TableReader::argument_of(const toml::node& node, const std::string& key) {
  if (const auto decimal = node.value_exact<double>()) {
    // A decimal number keeps its point, by which it is told from an integer.
    return Formula{fmt::format("{:#}", *decimal), line_of(node)};
  }
  if (const auto truth = node.value_exact<bool>()) return Formula{*truth ? "1" : "0", line_of(node)};
  if (const toml::table* table = node.as_table()) {
    TableReader reader(*table, name_ + " " + key, errors_, line_);
    const std::vector<std::string> fields = reader.texts("fields");
    reader.refuse_unknown();
    return Formula{"{ " + join(fields, "; ") + " }", reader.line()};
  }
  return formula_of(node, key);
}

std::vector<std::string> TableReader::texts(const std::string& key) {
  const toml::node* node = find(key);
  std::vector<std::string> list;
  if (node == nullptr) return list;
  if (!node->is_array()) wrong_type(*node, key, "a list of texts");
  for (const toml::node& element : node->is_array() ? *node->as_array() : toml::array()) {
    if (const auto text = element.value_exact<std::string>()) {
      list.push_back(*text);
    } else {
      wrong_type(element, key, "a list of texts");
    }
  }
  return list;
}

const toml::table* TableReader::table(const std::string& key, const std::string& example) {
  const toml::node* node = find(key);
  if (node == nullptr) return nullptr;
  if (const toml::table* table = node->as_table()) return table;
  wrong_type(*node, key, example);
  return nullptr;
}

std::optional<TableReader> TableReader::section(const std::string& key) {
  const std::string name = fmt::format("[{}]", key);
  const toml::table* below = table(key, name);
  return below == nullptr ? std::nullopt : std::optional(TableReader(*below, name, errors_, line_));
}

void TableReader::for_each_table(const std::string& key, const std::string& example,
                                 const std::function<void(const std::string&, TableReader&)>& read) {
  std::optional<TableReader> all = section(key);
  if (!all) return;
  for (const std::string& name : all->keys()) {
    const bool quoted = name.find('/') != std::string::npos;
    const toml::table* each = all->table(name, fmt::format("{0}{1}{0} = {2}", quoted ? "\"" : "", name, example));
    if (each == nullptr) continue;
    TableReader reader(*each, fmt::format("[{}] {}", key, name), errors_, all->line_of_key(name));
    read(name, reader);
    reader.refuse_unknown();
  }
}

std::vector<const toml::table*> TableReader::tables(const std::string& key) {
  const toml::node* node = find(key);
  std::vector<const toml::table*> list;
  if (node == nullptr) return list;
  if (!node->is_array_of_tables()) {
    wrong_type(*node, key, fmt::format("[[{}]]", key));
    return list;
  }
  for (const toml::node& element : *node->as_array()) list.push_back(element.as_table());
  return list;
}

std::optional<std::size_t> TableReader::choice(const std::string& key, const std::vector<std::string>& names,
                                               bool required) {
  const auto given = value<std::string>(key, required, ("one of " + join(names, ", ") + ", in quotes").c_str());
  if (!given) return std::nullopt;
  const auto found = std::find(names.begin(), names.end(), *given);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  errors_.add(line_of_key(key), message<"front_matter.no_choice">(name_, *given, key),
              did_you_mean(*given, names, message<"front_matter.choices_are">(join(names, ", "))));
  return std::nullopt;
}

void TableReader::refuse_unknown() {
  errors_.keys[name_].insert(known_.begin(), known_.end());
  std::ptrdiff_t unknown = 0;
  for (const auto& [key, node] : table_) {
    const std::string word(key.str());
    if (known_.contains(word)) continue;
    const std::vector<std::string> known(known_.begin(), known_.end());
    errors_.add(line_of_key(word), message<"front_matter.unknown_key">(name_, word),
                did_you_mean(word, known, message<"front_matter.known_keys">(join(known, ", "))));
    ++unknown;
  }
  const auto first = errors_.list.begin() + static_cast<std::ptrdiff_t>(errors_before_);
  std::rotate(first, errors_.list.end() - unknown, errors_.list.end());
}

std::vector<std::string> TableReader::keys() const {
  std::vector<std::tuple<int, std::uint32_t, std::uint32_t, std::string>> placed;
  for (const auto& [key, node] : table_) {
    const toml::source_position begin = node.source().begin;
    const auto included = errors_.includes.find(line_of(node).name.text());
    placed.emplace_back(included == errors_.includes.end() ? 0 : included->second, begin.line, begin.column, key.str());
  }
  std::sort(placed.begin(), placed.end());
  std::vector<std::string> keys;
  keys.reserve(placed.size());
  for (auto& each : placed) keys.push_back(std::move(std::get<3>(each)));
  return keys;
}

}  // namespace lanescope::catalogue
