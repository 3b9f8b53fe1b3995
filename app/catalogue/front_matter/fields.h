// The fields of the front matter as a table: docs/kernels.md is filled from it. A test compares it with what the
// readers accept, so a new field needs a line here.
#pragma once

#include <string>
#include <vector>

namespace lanescope::catalogue {

struct Field {
  std::string name;           ///< the key; capitals stand for a name that the author chooses
  std::string type;           ///< what is written after the =
  std::string default_value;  ///< "required", or empty where there is none
  std::string meaning;        ///< one sentence, without a full stop
};

struct FieldTable {
  std::string heading;  ///< "[check]", "[buffers] NAME"; empty for the keys above all tables
  std::string meaning;  ///< one sentence
  std::vector<Field> fields;
};

/// Returns all of them in the order in which a front matter is written.
[[nodiscard]] std::vector<FieldTable> front_matter_fields();

/// Returns the same as Markdown.
[[nodiscard]] std::string field_tables();

}  // namespace lanescope::catalogue
