// The table of the front matter's fields, which docs/kernels.md shows, against what the readers accept.
#include "catalogue/front_matter/fields.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "catalogue/front_matter/read_front_matter.h"

namespace lanescope::catalogue {
namespace {

using KeysByTable = std::map<std::string, std::set<std::string>>;

// One of every table.
constexpr const char* all_tables = R"(
title = "Everything"
translations = { zh = { title = "x" } }
[parameters]
element = { values = ["f32"], default = "f32" }
[problem]
n = { min = 1, max = 64, default = 32 }
[alias]
"family/former" = { element = "f32" }
[let]
twice = "2 * n"
[[require]]
that = "n > 0"
else = "n is at least 1"
[buffers]
in = { role = "in", type = "f32", shape = ["n"] }
out = { role = "out", type = "f32", shape = ["n"] }
[symbols]
taps = { buffer = "in" }
options = { fields = ["int n = n"] }
weights = { type = "f32", shape = [9] }
[[launch]]
entry = "all"
grid = [1]
block = ["n"]
textures = [{ name = "tex", buffer = "in" }]
surfaces = [{ name = "image", buffer = "out", layout = "array_1d" }]
tensor_maps = [{ name = "tile", buffer = "in", sizes = ["n"], box = [8] }]
arguments = ["out", "tex", "image", "tile", { fields = ["int n = n"] }]
[check]
reference = "copy"
output = "out"
exact = true
[compile]
options = ["--use_fast_math"]
[expect]
fault = "race"
[when.element.f32.work]
bytes = "8 * n"
[when.element.f32.timing]
scope = "plan"
)";

/// Returns the heading under which the table of fields has what the reader calls `name`: "[buffers] in".
std::string heading_of(const std::string& name) {
  if (name == "the front matter") return "";
  if (name.starts_with("[[")) return name;
  if (name.starts_with("[when.")) return "[when.KNOB.VALUE]";
  const std::size_t end = name.find("] ");
  if (end == std::string::npos) return name;
  return name.substr(0, end + 2) + (name.starts_with("[translations]") ? "LANGUAGE" : "NAME");
}

bool is_chosen_by_author(const std::string& key) {
  return key == "NAME" || key == "KNOB";
}

KeysByTable accepted() {
  FileErrors errors{"whole.cu"};
  const Substitutions substitutions{{"element", {"f32", {"f32"}}}};
  const auto file = assemble({}, all_tables, substitutions, errors);
  Kernel kernel;
  FrontMatter matter;
  if (file) read_front_matter(*file, kernel, matter, errors);
  for (const Error& error : errors.list) ADD_FAILURE() << error.text();
  KeysByTable found;
  for (const auto& [name, keys] : errors.keys) {
    if (!name.starts_with("[alias]")) found[heading_of(name)].insert(keys.begin(), keys.end());
  }
  return found;
}

KeysByTable listed() {
  KeysByTable found;
  for (const FieldTable& table : front_matter_fields()) {
    for (const Field& field : table.fields) {
      if (!is_chosen_by_author(field.name)) found[table.heading].insert(field.name);
    }
    const std::size_t begin = table.heading.find_first_not_of('[');
    if (begin == std::string::npos) continue;
    const std::string section = table.heading.substr(begin, table.heading.find_first_of("].", begin) - begin);
    if (section != "include" && section != "when") found[""].insert(section);  // both are gone when the rest is read
  }
  found.erase("[[include]]");  // all of its keys but one are the author's
  return found;
}

TEST(FieldsOfTheFrontMatter, AreThoseThatTheReadersAccept) {
  const KeysByTable read = accepted(), table = listed();
  for (const auto& [heading, keys] : read) {
    const auto found = table.find(heading);
    ASSERT_NE(found, table.end()) << heading << " is missing in fields.cpp";
    EXPECT_EQ(found->second, keys) << heading;
  }
  for (const auto& [heading, keys] : table) EXPECT_TRUE(read.contains(heading)) << heading << " is read by nobody";
}

TEST(FieldsOfTheFrontMatter, HaveATypeAndAMeaning) {
  for (const FieldTable& table : front_matter_fields()) {
    EXPECT_TRUE(table.meaning.ends_with('.')) << table.heading;
    for (const Field& field : table.fields) {
      EXPECT_FALSE(field.type.empty()) << table.heading << ' ' << field.name;
      EXPECT_FALSE(field.meaning.empty() || field.meaning.ends_with('.')) << table.heading << ' ' << field.name;
    }
  }
}

TEST(FieldsOfTheFrontMatter, AreRowsOfOneTableForEachHeading) {
  const std::string page = field_tables();
  for (const FieldTable& table : front_matter_fields()) {
    const bool is_titled = page.find("### `" + table.heading + "`\n") != std::string::npos;
    EXPECT_EQ(is_titled, !table.heading.empty()) << table.heading;
    for (const Field& field : table.fields) {
      EXPECT_NE(page.find("| `" + field.name + "` |"), std::string::npos) << field.name;
    }
  }
}

}  // namespace
}  // namespace lanescope::catalogue
