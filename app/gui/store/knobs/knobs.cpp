#include "gui/store/knobs/knobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "gui/messages.h"
#include "gui/store/lines.h"
#include "gui/store/words/language.h"

namespace lanescope::gui {
namespace {

catalogue::Value value_of(const catalogue::Parameter& parameter, std::size_t index) {
  if (parameter.names.empty()) return parameter.values[index];
  return parameter.names[index];
}

}  // namespace

std::vector<Knob> knobs_of(const catalogue::Kernel& kernel, const catalogue::Values& values) {
  std::vector<Knob> knobs;
  knobs.reserve(kernel.parameters.size());
  for (const catalogue::Parameter& parameter : kernel.parameters) {
    Knob knob{
        parameter.name, catalogue::written_values(parameter), {}, parameter.default_index, parameter.default_index};
    const auto set = values.find(parameter.name);
    for (std::size_t index = 0; index < knob.labels.size(); ++index) {
      knob.why_not.push_back(catalogue::violated_requirement(kernel, values, parameter.name, index));
      if (set != values.end() && catalogue::to_text(set->second) == knob.labels[index]) knob.index = index;
    }
    knobs.push_back(std::move(knob));
  }
  return knobs;
}

std::vector<SizeField> sizes_of(const catalogue::Kernel& kernel, const catalogue::Values& values) {
  std::vector<SizeField> fields;
  fields.reserve(kernel.sizes.size());
  for (const catalogue::Size& size : kernel.sizes) {
    SizeField field{size, size.default_value};
    if (const auto set = values.find(size.name); set != values.end()) {
      if (const auto* number = std::get_if<std::int64_t>(&set->second)) field.value = *number;
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

std::optional<std::size_t> snap(const Knob& knob, double position) {
  const auto distance = [&](std::size_t index) { return std::fabs(static_cast<double>(index) - position); };
  std::optional<std::size_t> nearest;
  for (std::size_t index = 0; index < knob.labels.size(); ++index) {
    if (knob.selectable(index) && (!nearest || distance(index) < distance(*nearest))) nearest = index;
  }
  return nearest;
}

std::optional<std::size_t> step(const Knob& knob, int direction) {
  for (auto index = static_cast<std::ptrdiff_t>(knob.index) + direction;
       index >= 0 && index < static_cast<std::ptrdiff_t>(knob.labels.size()); index += direction) {
    if (knob.selectable(static_cast<std::size_t>(index))) return static_cast<std::size_t>(index);
  }
  return std::nullopt;
}

Expected<std::size_t> typed_value(const Knob& knob, std::string_view text) {
  const std::string wanted(trim(text));
  for (std::size_t index = 0; index < knob.labels.size(); ++index) {
    if (knob.labels[index] != wanted) continue;
    if (knob.selectable(index)) return index;
    return failure(message<"knob.illegal">(knob.name, wanted, knob.why_not[index]), "",
                   message<"knob.illegal_remedy">());
  }
  return failure(message<"knob.no_value">(knob.name, wanted.empty() ? message<"knob.nothing">() : Message(wanted)), "",
                 message<"knob.choose_one_of">(join(knob.labels, ", ")));
}

std::vector<std::int64_t> powers_of_two(const SizeField& field) {
  std::vector<std::int64_t> powers;
  for (std::int64_t power = 1; power <= field.maximum; power *= 2) {
    if (power >= field.minimum) powers.push_back(power);
    if (power > std::numeric_limits<std::int64_t>::max() / 2) break;
  }
  return powers;
}

std::int64_t next_power_of_two(const SizeField& field, int direction) {
  std::int64_t power = 1;
  while ((direction > 0 ? power <= field.value : power * 2 < field.value) &&
         power <= std::numeric_limits<std::int64_t>::max() / 4) {
    power *= 2;
  }
  return std::clamp(power, field.minimum, field.maximum);
}

catalogue::Values with_knob(const catalogue::Kernel& kernel, catalogue::Values values, const std::string& name,
                            std::size_t index) {
  const catalogue::Parameter* knob = find_by_name(kernel.parameters, name);
  if (knob != nullptr && index < knob->values.size()) values[name] = value_of(*knob, index);
  return without_defaults(kernel, std::move(values));
}

Expected<catalogue::Values> with_size(const catalogue::Kernel& kernel, catalogue::Values values,
                                      const std::string& name, std::int64_t size) {
  const catalogue::Size* field = find_by_name(kernel.sizes, name);
  if (field == nullptr) {
    return failure(message<"size.unknown">(name), kernel.source.id, message<"size.unknown_remedy">());
  }
  if (size < field->minimum || size > field->maximum) {
    return failure(message<"size.out_of_range">(name, size), kernel.source.id,
                   message<"size.out_of_range_remedy">(field->minimum, field->maximum));
  }
  values[name] = size;
  return without_defaults(kernel, std::move(values));
}

catalogue::Values known_values(const catalogue::Kernel& kernel, catalogue::Values values) {
  std::erase_if(values, [&](const auto& entry) {
    const auto& [name, value] = entry;
    if (const catalogue::Parameter* knob = find_by_name(kernel.parameters, name)) {
      const std::vector<std::string> labels = catalogue::written_values(*knob);
      return std::ranges::find(labels, catalogue::to_text(value)) == labels.end();
    }
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr || !with_size(kernel, {}, name, *number);
  });
  return values;
}

catalogue::Values without_defaults(const catalogue::Kernel& kernel, catalogue::Values values) {
  std::erase_if(values, [&](const auto& entry) {
    const auto& [name, value] = entry;
    if (const catalogue::Parameter* knob = find_by_name(kernel.parameters, name)) {
      return catalogue::to_text(value) == catalogue::to_text(value_of(*knob, knob->default_index));
    }
    const catalogue::Size* size = find_by_name(kernel.sizes, name);
    return size != nullptr && value == catalogue::Value(size->default_value);
  });
  return values;
}

Expected<catalogue::Values> values_in(std::string_view text, const Place& where, const std::string& remedy) {
  catalogue::Values values;
  if (trim(text).empty()) return values;
  for (const std::string_view part : split(trim(text), ' ')) {
    const std::size_t equals = part.find('=');
    if (equals == std::string_view::npos) return failure(message<"knob.no_assignment">(part), where, remedy);
    values[std::string(part.substr(0, equals))] = catalogue::value_from_text(std::string(part.substr(equals + 1)));
  }
  return values;
}

std::string setting_text(const Language& language, const catalogue::Values& values) {
  return values.empty() ? language.say("knobs.defaults") : setting_text(values);
}

std::string setting_text(const catalogue::Values& values) {
  if (values.empty()) return "defaults";
  std::vector<std::string> parts;
  parts.reserve(values.size());
  for (const auto& [name, value] : values) parts.push_back(fmt::format("{}={}", name, catalogue::to_text(value)));
  return join(parts, " ");
}

}  // namespace lanescope::gui
