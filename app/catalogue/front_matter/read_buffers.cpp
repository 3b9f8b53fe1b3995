#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"
#include "catalogue/reference/fill.h"

namespace lanescope::catalogue {
namespace {

void read_fill(TableReader& reader, Buffer& buffer, Fill of_output, FileErrors& errors) {
  const toml::node* node = reader.find("fill");
  if (node == nullptr) {
    buffer.fill = buffer.role == Role::in || buffer.role == Role::inout ? Fill::random : of_output;
    return;
  }
  if (const auto number = node->value_exact<std::int64_t>()) {
    buffer.fill = Fill::value;
    buffer.fill_value = *number;
    if (!is_representable(buffer.type, *number)) {
      errors.add(line_of(*node), message<"buffers.inexact_fill">(reader.name(), name_of(buffer.type), *number),
                 message<"buffers.inexact_fill_remedy">());
    }
    return;
  }
  const std::vector<std::string> named(fill_names.begin(), fill_names.end() - 1);  // a value is written as a number
  buffer.fill = static_cast<Fill>(reader.choice("fill", named, true).value_or(0));
}

}  // namespace

BufferText read_buffer(const std::string& name, TableReader& reader, BufferKind kind, FileErrors& errors) {
  BufferText buffer;
  const bool variable = kind == BufferKind::symbol;
  buffer.line = reader.line();
  require_identifier(name, buffer.line, errors);
  buffer.without_shape.name = name;
  buffer.without_shape.role =
      reader.choice<Role>("role", role_names, variable ? std::optional(Role::in) : std::nullopt);
  buffer.without_shape.type = reader.choice<ElementType>("type", element_type_names, std::nullopt);
  buffer.shape = reader.formulas("shape", !variable);
  if (reader.find("shape") != nullptr && buffer.shape.empty()) {
    errors.add(reader.line_of_key("shape"), message<"buffers.no_extent">(reader.name()), "shape = [\"ny\", \"nx\"]");
  }
  if (buffer.shape.empty()) buffer.shape.push_back({"1", buffer.line});
  read_fill(reader, buffer.without_shape, variable ? Fill::zero : Fill::poison, errors);
  buffer.from = reader.formula("from", false);
  buffer.below = reader.formula("below", false);
  buffer.step = reader.formula("step", false);
  const bool of_range = buffer.without_shape.fill == Fill::random && is_integer(buffer.without_shape.type);
  for (const char* key : {"from", "below"}) {
    if (reader.find(key) == nullptr || of_range) continue;
    errors.add(reader.line_of_key(key), message<"buffers.of_random_integers">(reader.name(), key),
               message<"buffers.of_random_integers_remedy">());
  }
  if (buffer.from && !buffer.below) {
    errors.add(reader.line_of_key("from"), message<"buffers.no_below">(reader.name()), "below = \"n\"");
  }
  if (buffer.step && buffer.without_shape.fill != Fill::index) {
    errors.add(reader.line_of_key("step"), message<"buffers.step">(reader.name()), message<"buffers.step_remedy">());
  }
  buffer.without_shape.reset = reader.choice("reset", {"always", "never"}, false).value_or(0) == 0;
  if (!variable) {
    buffer.without_shape.grows = reader.boolean("grows").value_or(false);
    buffer.without_shape.guessed = reader.boolean("guessed").value_or(false);
  }
  return buffer;
}

void read_buffers(TableReader& top, FrontMatter& matter, FileErrors& errors) {
  constexpr const char* example = "{ role = \"in\", type = \"f32\", shape = [\"n\"] }";
  top.for_each_table("buffers", example, [&](const std::string& name, TableReader& reader) {
    matter.buffers.push_back(read_buffer(name, reader, BufferKind::usual, errors));
  });
}

std::optional<std::size_t> buffer_index(const FrontMatter& matter, const std::string& name) {
  for (std::size_t i = 0; i < matter.buffers.size(); ++i) {
    if (matter.buffers[i].without_shape.name == name) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> known_buffer(const FrontMatter& matter, const std::string& name, const std::string& where,
                                        const Place& line, FileErrors& errors) {
  const auto index = buffer_index(matter, name);
  if (!index) {
    std::vector<std::string> names;
    for (const BufferText& buffer : matter.buffers) names.push_back(buffer.without_shape.name);
    errors.add(line, message<"buffers.unknown">(where, name),
               did_you_mean(name, names,
                            names.empty() ? message<"buffers.none_declared">()
                                          : message<"buffers.known_are">(join(names, ", "))));
  }
  return index;
}

}  // namespace lanescope::catalogue
