#include "gui/panels/knobs/knobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"
#include "gui/state/language.h"

namespace warpscope::gui {

namespace {

catalogue::Value value_of(const catalogue::Parameter& parameter, std::size_t index) {
  if (parameter.names.empty()) return parameter.values[index];
  return parameter.names[index];
}

std::string label_of(const catalogue::Parameter& parameter, std::size_t index) {
  return catalogue::to_text(value_of(parameter, index));
}

}  // namespace

std::vector<Knob> knobs_of(const catalogue::Kernel& kernel, const catalogue::Values& values) {
  std::vector<Knob> knobs;
  knobs.reserve(kernel.parameters.size());
  for (const catalogue::Parameter& parameter : kernel.parameters) {
    Knob knob;
    knob.name = parameter.name;
    knob.index = knob.default_index = parameter.default_index;
    const auto set = values.find(parameter.name);
    for (std::size_t index = 0; index < parameter.values.size(); ++index) {
      knob.labels.push_back(label_of(parameter, index));
      knob.why_not.push_back(catalogue::why_not(kernel, values, parameter.name, index));
      if (set != values.end() && catalogue::to_text(set->second) == knob.labels.back()) knob.index = index;
    }
    knobs.push_back(std::move(knob));
  }
  return knobs;
}

std::vector<SizeField> sizes_of(const catalogue::Kernel& kernel, const catalogue::Values& values) {
  std::vector<SizeField> fields;
  fields.reserve(kernel.sizes.size());
  for (const catalogue::Size& size : kernel.sizes) {
    SizeField field{size.name, size.default_value, size.minimum, size.maximum, size.default_value};
    if (const auto set = values.find(size.name); set != values.end()) {
      if (const auto* number = std::get_if<std::int64_t>(&set->second)) field.value = *number;
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

std::optional<std::size_t> snap(const Knob& knob, double position) {
  std::optional<std::size_t> nearest_index;
  double nearest_distance = std::numeric_limits<double>::infinity();
  for (std::size_t index = 0; index < knob.labels.size(); ++index) {
    const double distance = std::fabs(static_cast<double>(index) - position);
    if (knob.selectable(index) && distance < nearest_distance) {
      nearest_distance = distance;
      nearest_index = index;
    }
  }
  return nearest_index;
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
    return failure(fmt::format("{} = {} cannot be chosen: {}", knob.name, wanted, knob.why_not[index]), "",
                   "move another knob first");
  }
  return failure(fmt::format("{} cannot be {}", knob.name, wanted.empty() ? "nothing" : wanted), "",
                 "choose one of " + join(knob.labels, ", "));
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
  if (direction > 0) {
    while (power <= field.value && power <= std::numeric_limits<std::int64_t>::max() / 4) power *= 2;
  } else {
    while (power * 2 < field.value && power <= std::numeric_limits<std::int64_t>::max() / 4) power *= 2;
  }
  return std::clamp(power, field.minimum, field.maximum);
}

catalogue::Values with_knob(const catalogue::Kernel& kernel, catalogue::Values values, const std::string& name,
                            std::size_t index) {
  for (const catalogue::Parameter& parameter : kernel.parameters) {
    if (parameter.name != name || index >= parameter.values.size()) continue;
    if (index == parameter.default_index) {
      values.erase(name);
    } else {
      values[name] = value_of(parameter, index);
    }
  }
  return values;
}

Expected<catalogue::Values> with_size(const catalogue::Kernel& kernel, catalogue::Values values,
                                      const std::string& name, std::int64_t size) {
  for (const catalogue::Size& field : kernel.sizes) {
    if (field.name != name) continue;
    if (size < field.minimum || size > field.maximum) {
      return failure(fmt::format("{} = {} is out of range", name, size), kernel.source.id,
                     fmt::format("choose {} to {}", field.minimum, field.maximum));
    }
    if (size == field.default_value) {
      values.erase(name);
    } else {
      values[name] = size;
    }
    return values;
  }
  return failure(fmt::format("there is no size {}", name), kernel.source.id, "choose one that the Knobs panel shows");
}

catalogue::Values known_values(const catalogue::Kernel& kernel, catalogue::Values values) {
  const auto is_known = [&](const std::string& name, const catalogue::Value& value) {
    for (const catalogue::Parameter& parameter : kernel.parameters) {
      if (parameter.name != name) continue;
      for (std::size_t index = 0; index < parameter.values.size(); ++index) {
        if (label_of(parameter, index) == catalogue::to_text(value)) return true;
      }
    }
    const auto* number = std::get_if<std::int64_t>(&value);
    return number != nullptr && with_size(kernel, {}, name, *number).has_value();
  };
  std::erase_if(values, [&](const auto& entry) { return !is_known(entry.first, entry.second); });
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

}  // namespace warpscope::gui
