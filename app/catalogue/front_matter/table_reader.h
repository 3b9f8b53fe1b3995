// Reads one TOML table of a kernel file key by key: checks types, refuses unknown keys, reports errors with lines.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/toml/read_toml.h"
#include "catalogue/front_matter/front_matter.h"

namespace lanescope::catalogue {

/// The errors of one file.
struct FileErrors {
  std::string path;
  std::vector<Error> list = {};
  std::map<std::string, int> includes = {};  ///< The line of its [[include]] in the kernel file, by included file.
  /// The keys that a table may have, by its name, for each table that was read.
  std::map<std::string, std::set<std::string>> keys = {};

  void add(const Place& line, Message what, Message remedy) {
    list.push_back({std::move(what), line, std::move(remedy)});
  }
  [[nodiscard]] Place in_kernel(int line) const { return {path, line}; }
  /// Returns the line in the kernel file: the line itself, or that of the [[include]] which brought it.
  [[nodiscard]] int kernel_line(const Place& line) const {
    const auto included = includes.find(line.name.text());
    return included == includes.end() ? line.line : included->second;
  }
};

[[nodiscard]] inline Place line_of(const toml::node& node) {
  return {node.source().path ? *node.source().path : "", static_cast<int>(node.source().begin.line)};
}

class TableReader {
 public:
  /// `name` is what the file calls it: "[buffers] in". The line serves tables that only dotted keys make.
  TableReader(const toml::table& table, std::string name, FileErrors& errors, const Place& fallback_line)
      : table_(table),
        name_(std::move(name)),
        errors_(errors),
        line_(line_of(table).line > 0 ? line_of(table) : fallback_line),
        errors_before_(errors.list.size()) {}
  TableReader(const toml::table& table, std::string name, FileErrors& errors)
      : TableReader(table, std::move(name), errors, errors.in_kernel(1)) {}

  [[nodiscard]] const Place& line() const { return line_; }
  [[nodiscard]] Place line_of_key(const std::string& key) const;
  const toml::node* find(const std::string& key);            ///< It also marks the key as known.
  void know(const std::string& key) { known_.insert(key); }  ///< It keeps refuse_unknown() from refusing the key.
  [[nodiscard]] const std::string& name() const { return name_; }

  [[nodiscard]] std::string text(const std::string& key, bool required);
  [[nodiscard]] std::optional<bool> boolean(const std::string& key);
  [[nodiscard]] std::optional<std::int64_t> integer(const std::string& key, bool required);
  [[nodiscard]] std::optional<double> decimal(const std::string& key);  ///< only a number with a point or an exponent
  /// Reads an expression: a string or an integer.
  [[nodiscard]] std::optional<Formula> formula(const std::string& key, bool required);
  /// Reads an expression, true or false.
  [[nodiscard]] std::optional<Formula> condition(const std::string& key);
  /// Reads a list of expressions; a single one stands for a list of one.
  [[nodiscard]] std::vector<Formula> formulas(const std::string& key, bool required);
  /// Reads a required list of expressions, in which decimal numbers and true or false may stand too; true is 1.
  [[nodiscard]] std::vector<Formula> arguments(const std::string& key);
  /// Reads one such value, or a structure: { fields = ["int n = 3", "float* out = out"] }.
  [[nodiscard]] std::optional<Formula> argument(const std::string& key);
  [[nodiscard]] std::vector<std::string> texts(const std::string& key);
  /// Returns an inline or ordinary table below this one; `example` shows how to write it.
  [[nodiscard]] const toml::table* table(const std::string& key, const std::string& example);
  /// Returns the table [key] below the top; nothing when there is none.
  [[nodiscard]] std::optional<TableReader> section(const std::string& key);
  /// Calls `read` for each table NAME = { ... } of [key], then refuses unknown keys in it. `example` shows what stands
  /// after the =.
  void for_each_table(const std::string& key, const std::string& example,
                      const std::function<void(const std::string& name, TableReader& reader)>& read);
  /// Returns the keys in the order of the file (TOML tables are sorted by name); those of included files come last.
  [[nodiscard]] std::vector<std::string> keys() const;
  /// Returns the tables of [[key]]; empty when there is none.
  [[nodiscard]] std::vector<const toml::table*> tables(const std::string& key);
  /// Returns the index of the value in `names`; nothing when the key is missing or wrong.
  [[nodiscard]] std::optional<std::size_t> choice(const std::string& key, const std::vector<std::string>& names,
                                                  bool required);
  /// Returns the value of the enumeration that has these names.
  template <class Enum, std::size_t count>
  [[nodiscard]] Enum choice(const std::string& key, const EnumNames<count>& names, std::optional<Enum> default_value) {
    const auto found = choice(key, std::vector<std::string>(names.begin(), names.end()), !default_value);
    return found ? static_cast<Enum>(*found) : default_value.value_or(Enum{});
  }

  /// Refuses keys that were not read, naming the nearest key. Its errors come before the table's others, because a
  /// mistyped key is why another one is missing.
  void refuse_unknown();

 private:
  /// Returns the value of a key, or null when there is none; it adds an error when the key is required.
  const toml::node* find(const std::string& key, bool required);
  template <class T>
  std::optional<T> value(const std::string& key, bool required, const char* expected);
  std::optional<Formula> argument_of(const toml::node& node, const std::string& key);
  std::optional<Formula> formula_of(const toml::node& node, const std::string& key);
  void wrong_type(const toml::node& node, const std::string& key, const std::string& expected);

  const toml::table& table_;
  std::string name_;
  FileErrors& errors_;
  Place line_;
  std::size_t errors_before_;  ///< The number of the file's errors when this table began.
  std::set<std::string> known_;
};

}  // namespace lanescope::catalogue
