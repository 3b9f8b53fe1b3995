#include <algorithm>

#include "base/text.h"
#include "catalogue/front_matter/read_front_matter.h"
#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

constexpr const char* parameter_example = "{ values = [1, 2, 4], default = 2 }";
constexpr const char* size_example = "{ min = 1, max = 32768, default = 4096 }";

/// Reads values that are all integers or all names. It returns false, with an error, when they are neither.
bool read_values(TableReader& reader, const toml::array& array, Parameter& parameter, FileErrors& errors) {
  const bool named = array.front().is_string();
  for (const toml::node& element : array) {
    const auto number = element.value_exact<std::int64_t>();
    const auto name = element.value_exact<std::string>();
    if (named ? !name.has_value() : !number.has_value()) {
      errors.add(line_of(element), message<"parameters.mixed_values">(reader.name()),
                 message<"parameters.mixed_values_remedy">());
      return false;
    }
    if (name) {
      if (!is_word(*name)) {
        errors.add(line_of(element), message<"parameters.no_constant">(reader.name(), *name),
                   message<"parameters.no_constant_remedy">());
        return false;
      }
      parameter.values.push_back(static_cast<std::int64_t>(parameter.names.size()));
      parameter.names.push_back(*name);
    } else if (*number > max_exact_integer || *number < -max_exact_integer) {
      errors.add(line_of(element), message<"parameters.beyond_exact">(reader.name(), *number),
                 message<"parameters.beyond_exact_remedy">());
      return false;
    } else {
      parameter.values.push_back(*number);
    }
  }
  std::vector<std::string> sorted;
  for (const std::string& value : written_values(parameter)) sorted.push_back(upper(value));
  std::sort(sorted.begin(), sorted.end());
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end()) {
    errors.add(reader.line(), message<"parameters.value_twice">(reader.name(), *twice),
               named ? message<"parameters.value_twice_remedy">() : message<"front_matter.keep_one_of_them">());
    return false;
  }
  return true;
}

bool read_default(TableReader& reader, Parameter& parameter, FileErrors& errors) {
  const std::vector<std::string> written = written_values(parameter);
  const toml::node* node = reader.find("default");
  if (node == nullptr) {
    errors.add(reader.line(), message<"parameters.no_default">(reader.name()),
               message<"parameters.no_default_remedy">(written.front()));
    return false;
  }
  for (std::size_t i = 0; i < written.size(); ++i) {
    const bool same = parameter.names.empty() ? node->value_exact<std::int64_t>() == parameter.values[i]
                                              : node->value_exact<std::string>() == parameter.names[i];
    if (!same) continue;
    parameter.default_index = i;
    return true;
  }
  errors.add(line_of(*node), message<"parameters.default_unknown">(reader.name()),
             message<"parameters.choose_default_remedy">(join(written, ", ")));
  return false;
}

std::optional<Parameter> read_parameter(TableReader& reader, FileErrors& errors) {
  Parameter parameter;
  parameter.line = errors.kernel_line(reader.line());
  const toml::node* values = reader.find("values");
  if (values == nullptr || !values->is_array() || values->as_array()->empty()) {
    errors.add(reader.line(), message<"parameters.no_values">(reader.name()),
               message<"expression.write_remedy">(parameter_example));
    return std::nullopt;
  }
  const bool good =
      read_values(reader, *values->as_array(), parameter, errors) && read_default(reader, parameter, errors);
  return good ? std::optional(std::move(parameter)) : std::nullopt;
}

}  // namespace

void read_parameters(TableReader& top, Kernel& kernel, FileErrors& errors) {
  top.for_each_table("parameters", parameter_example, [&](const std::string& name, TableReader& reader) {
    require_identifier(name, reader.line(), errors);
    reader.find("default");  // it is a known key even when the values are wrong
    if (auto parameter = read_parameter(reader, errors)) {
      parameter->name = name;
      kernel.parameters.push_back(std::move(*parameter));
    }
  });
}

void read_aliases(TableReader& top, Kernel& kernel) {
  top.for_each_table("alias", "{ element = \"f32\" }", [&](const std::string& id, TableReader& reader) {
    Values& values = kernel.aliases[id];
    for (const Parameter& parameter : kernel.parameters) {
      if (reader.find(parameter.name) == nullptr) continue;
      if (parameter.names.empty()) {
        values[parameter.name] = reader.integer(parameter.name, true).value_or(0);
      } else {
        values[parameter.name] = parameter.names.at(reader.choice(parameter.name, parameter.names, true).value_or(0));
      }
    }
  });
}

void read_sizes(TableReader& top, Kernel& kernel, FileErrors& errors) {
  top.for_each_table("problem", size_example, [&](const std::string& name, TableReader& reader) {
    require_identifier(name, reader.line(), errors);
    const auto minimum = reader.integer("min", true), maximum = reader.integer("max", true),
               default_value = reader.integer("default", true);
    if (!minimum || !maximum || !default_value) return;
    if (*minimum < 0 || *minimum > *default_value || *default_value > *maximum || *maximum > max_exact_integer) {
      errors.add(reader.line(), message<"sizes.no_range">(reader.name(), *minimum, *maximum, *default_value),
                 message<"sizes.no_range_remedy">());
      return;
    }
    kernel.sizes.push_back({name, *minimum, *maximum, *default_value, errors.kernel_line(reader.line()),
                            reader.boolean("guessed").value_or(false)});
  });
}

}  // namespace lanescope::catalogue
