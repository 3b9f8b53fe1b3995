#include <fmt/format.h>

#include <cstring>

#include "catalogue/messages.h"
#include "catalogue/plan/settings.h"
#include "catalogue/reference/fill.h"

namespace lanescope::catalogue {
namespace {

/// Returns the byte to which "in + 16" points, at most one past the last element.
Expected<std::int64_t> place_in_buffer(const LaunchPlan& plan, const Argument& argument, const ArgumentText& text) {
  const Buffer& buffer = plan.buffers.at(argument.index);
  if (argument.value < 0 || static_cast<std::uint64_t>(argument.value) > buffer.elements()) {
    return failure(message<"plan.points_outside">(argument.name, argument.value, buffer.name, buffer.elements()),
                   text.value.line, message<"plan.points_outside_remedy">());
  }
  return argument.value * static_cast<std::int64_t>(size_of(buffer.type));
}

/// "in at 0, n at 8, together 16 bytes"
std::string layout_text(const StructureLayout& structure) {
  std::string text;
  for (const StructureLayout::Field& field : structure.fields) {
    text += fmt::format("{} at {}, ", field.name, field.offset);
  }
  return text + fmt::format("together {} bytes", structure.bytes);
}

/// Returns the bits of a field, or why the value is none of its type.
Expected<std::uint64_t> field_bits(const StructureLayout::Field& field, const ArgumentText& text,
                                   const Argument& value) {
  const std::string& place = text.argument.name;
  const Place& where = text.value.line;
  if (field.type.pointer) {
    if (value.real || value.value != 0) {
      return failure(message<"plan.pointer_field">(field.name, place), where, message<"plan.pointer_field_remedy">());
    }
    return 0;
  }
  const ElementType type = field.type.element;
  const auto refuse = [&] {
    return failure(message<"plan.field_inexact">(field.name, name_of(type), place), where,
                   message<"plan.field_inexact_remedy">());
  };
  if (value.real) {
    const auto bits = real_bits(type, *value.real);
    return bits ? Expected<std::uint64_t>(*bits) : refuse();
  }
  if (!is_representable(type, value.value)) return refuse();
  return integer_bits(type, value.value);
}

/// Returns the structure with its values in bytes, as C++ lays it out.
Expected<Structure> structure_of(const ArgumentText& text, const LaunchPlan& plan, const Settings& settings,
                                 const Binding& binding) {
  Structure structure;
  structure.bytes.resize(text.structure.bytes);
  structure.layout = layout_text(text.structure);
  for (std::size_t i = 0; i < text.fields.size(); ++i) {
    const StructureLayout::Field& field = text.structure.fields[i];
    TRY(const Argument value, value_of(text.fields[i], plan, settings, binding));
    if (value.kind == Argument::Kind::buffer && field.type.pointer) {
      structure.addresses.push_back({field.offset, value.index, value.value});
      continue;
    }
    if (value.kind != Argument::Kind::scalar) {
      return failure(message<"plan.field_no_pointer">(field.name, value.name), text.fields[i].value.line,
                     message<"plan.field_no_pointer_remedy">(field.name));
    }
    TRY(const std::uint64_t bits, field_bits(field, text.fields[i], value));
    std::memcpy(structure.bytes.data() + field.offset, &bits, size_of(field.type.element));
  }
  return structure;
}

}  // namespace

Expected<Argument> value_of(const ArgumentText& text, const LaunchPlan& plan, const Settings& settings,
                            const Binding& binding) {
  Argument value = text.argument;
  if (value.kind == Argument::Kind::structure) {
    TRY(value.structure, structure_of(text, plan, settings, binding));
    return value;
  }
  if (value.kind == Argument::Kind::buffer) value.index = binding.at(value.index);
  if (!text.has_formula()) return value;
  TRY(value.value, settings.evaluate(text.value));
  if (value.kind == Argument::Kind::buffer) {
    TRY(value.value, place_in_buffer(plan, value, text));
  }
  return value;
}

}  // namespace lanescope::catalogue
