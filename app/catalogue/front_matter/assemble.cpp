#include "catalogue/front_matter/read_front_matter.h"

#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/source_code.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

/// Moves everything of `from` into `into`, which may hold other keys of the same tables.
void merge(toml::table& into, toml::table&& from, FileErrors& errors) {
  for (auto&& [key, node] : from) {
    toml::node* const there = into.get(key.str());
    if (there == nullptr) {
      std::move(node).visit(
          [&, &name = key](auto&& value) { into.insert(name, std::forward<decltype(value)>(value)); });
    } else if (there->is_table() && node.is_table()) {
      merge(*there->as_table(), std::move(*node.as_table()), errors);
    } else if (there->is_array_of_tables() && node.is_array_of_tables()) {
      for (toml::node& each : *node.as_array()) there->as_array()->push_back(std::move(*each.as_table()));
    } else {
      errors.add(line_of(node), message<"front_matter.key_twice">(key.str(), line_of(*there).text()),
                 message<"front_matter.keep_one_remedy">());
    }
  }
}

/// Removes a key from the table and returns its value.
template <class Node>
std::optional<Node> taken(toml::table& table, const char* key) {
  Node* const found = table.get_as<Node>(key);
  if (found == nullptr) return std::nullopt;
  std::optional<Node> value = std::move(*found);
  table.erase(key);
  return value;
}

/// Applies [when.NAME.VALUE]: the tables below it count when NAME is VALUE.
void decide(toml::table& file, const Substitutions& substitutions, FileErrors& errors) {
  const std::vector<std::string> dependent = {"let", "buffers", "launch", "check", "work", "timing"};
  auto when = taken<toml::table>(file, "when");
  if (!when) return;
  for (auto&& [name, values] : *when) {
    const auto word = substitutions.find(name.str());
    if (word == substitutions.end() || !values.is_table()) {
      errors.add(line_of(values), message<"front_matter.when_without_knob">(name.str()),
                 message<"front_matter.when_without_knob_remedy">());
      continue;
    }
    for (auto&& [value, chosen] : *values.as_table()) {
      const std::vector<std::string>& choices = word->second.choices;
      if (!chosen.is_table()) {
        errors.add(line_of(chosen), message<"front_matter.when_no_table">(name.str(), value.str()),
                   message<"front_matter.when_without_knob_remedy">());
        continue;
      }
      if (!choices.empty() && std::find(choices.begin(), choices.end(), value.str()) == choices.end()) {
        errors.add(line_of(chosen), message<"front_matter.when_no_value">(name.str(), value.str()),
                   message<"front_matter.when_no_value_remedy">(join(choices, ", ")));
        continue;
      }
      TableReader reader(*chosen.as_table(), fmt::format("[when.{}.{}]", name.str(), value.str()), errors);
      for (const std::string& table : dependent) reader.know(table);
      reader.refuse_unknown();
      if (value.str() == word->second.text) merge(file, std::move(*chosen.as_table()), errors);
    }
  }
}

/// Reads the file of one [[include]], with the other keys as words.
bool include(const toml::table& table, const KernelSource& source, Substitutions substitutions, toml::table& into,
             FileErrors& errors) {
  TableReader reader(table, "[[include]]", errors);
  const std::string file = reader.text("file", true);
  for (const auto& [key, node] : table) {
    if (key.str() != "file") substitutions[std::string(key.str())] = {reader.text(std::string(key.str()), true)};
  }
  if (file.empty()) return false;
  const auto text = source.headers.find(file);
  if (text == source.headers.end()) {
    errors.add(reader.line_of_key("file"), message<"front_matter.no_include">(file),
               message<"front_matter.no_include_remedy">());
    return false;
  }
  errors.includes[file] = reader.line().line;
  auto included = parse_toml(text->second, substitutions, file, errors);
  if (!included) return false;
  decide(*included, substitutions, errors);
  merge(into, std::move(*included), errors);
  return true;
}

/// Calls `read` with [compile] of the front matter, where it has one.
template <class Read>
void read_compile_section(const KernelSource& source, Read read) {
  const auto matter = front_matter_of(source);
  if (!matter) return;
  FileErrors told_later{matter->path};
  const auto file = parse_toml(matter->text, {}, matter->path, told_later);
  if (!file) return;
  TableReader top(*file, "the front matter", told_later);
  if (auto section = top.section("compile")) read(*section);
}

}  // namespace

bool is_in_entry(std::string_view text, std::size_t position) {
  const std::size_t before = text.rfind('\n', position);
  const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
  const std::string_view key = trim(text.substr(begin, text.find('=', begin) - begin));
  return key == "entry";
}

std::optional<toml::table> parse_toml(std::string text, const Substitutions& substitutions, const std::string& file,
                                      FileErrors& errors) {
  for (const auto& [name, word] : substitutions) {
    const std::string written = "{" + name + "}";
    for (std::size_t at = 0; (at = text.find(written, at)) != std::string::npos;) {
      // The knobs of an entry are put in with each plan, as C++ writes them.
      const bool kept = !word.choices.empty() && is_in_entry(text, at);
      if (!kept) text.replace(at, written.size(), word.text);
      at += kept ? written.size() : word.text.size();
    }
  }
  try {
    return read_toml(text, file);
  } catch (const toml::parse_error& error) {
    errors.add({file, static_cast<int>(error.source().begin.line)},
               message<"front_matter.no_toml">(error.description()), message<"front_matter.no_toml_remedy">());
    return std::nullopt;
  }
}

IncludeFolders include_folders(const KernelSource& source) {
  IncludeFolders include;
  read_compile_section(source, [&](TableReader& section) {
    include = {section.texts("include"), section.line_of_key("include")};
  });
  return include;
}

std::vector<std::string> compile_options(const KernelSource& source) {
  std::vector<std::string> options;
  read_compile_section(source, [&](TableReader& section) { options = section.texts("options"); });
  return options;
}

std::optional<toml::table> assemble(const KernelSource& source, const std::string& text,
                                    const Substitutions& substitutions, FileErrors& errors) {
  auto file = parse_toml(text, substitutions, errors.path, errors);
  if (!file) return std::nullopt;
  decide(*file, substitutions, errors);
  if (!file->contains("include")) return file;
  const auto includes = taken<toml::array>(*file, "include");
  if (!includes || !includes->is_array_of_tables()) {
    errors.add(errors.in_kernel(1), message<"front_matter.include_form">(),
               message<"front_matter.include_form_remedy">());
    return std::nullopt;
  }
  for (const toml::node& each : *includes) {
    if (!include(*each.as_table(), source, substitutions, *file, errors)) return std::nullopt;
  }
  return file;
}

}  // namespace lanescope::catalogue
