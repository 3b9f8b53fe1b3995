#include "catalogue/plan/settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace lanescope::catalogue {
namespace {

/// Returns the index of a value among the legal ones.
std::optional<std::size_t> index_of(const Parameter& parameter, const Value& value) {
  if (parameter.names.empty()) {
    const auto* number = std::get_if<std::int64_t>(&value);
    const auto found = number == nullptr ? parameter.values.end()
                                         : std::find(parameter.values.begin(), parameter.values.end(), *number);
    if (found == parameter.values.end()) return std::nullopt;
    return static_cast<std::size_t>(found - parameter.values.begin());
  }
  // A name of digits arrives as a number.
  const auto found = std::find(parameter.names.begin(), parameter.names.end(), to_text(value));
  if (found == parameter.names.end()) return std::nullopt;
  return static_cast<std::size_t>(found - parameter.names.begin());
}

std::string in_file(const Kernel& kernel, int line) {
  return fmt::format("{}:{}", kernel.source.path, line);
}

}  // namespace

Settings::Settings(const Kernel& kernel) : kernel_(kernel) {
  use(*kernel.front_matter);
}

void Settings::use(const FrontMatter& matter) {
  matter_ = &matter;
  values_.assign(matter.names.all().size(), 0);
  for (const auto& [slot, value] : matter.choices) values_[slot] = value;
}

Status Settings::choose(const Values& values) {
  std::vector<std::string> known;
  for (const Parameter& parameter : kernel_.parameters) known.push_back(parameter.name);
  for (const Size& size : kernel_.sizes) known.push_back(size.name);
  for (const auto& [name, value] : values) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    return failure(fmt::format("{} has no knob or size '{}'", kernel_.source.id, name), kernel_.source.path,
                   did_you_mean(name, known, known.empty() ? "it has none" : "it has " + join(known, ", ")));
  }
  std::vector<std::size_t> indices;
  for (const Parameter& parameter : kernel_.parameters) {
    std::optional<std::size_t> index = parameter.default_index;
    if (const auto given = values.find(parameter.name); given != values.end()) {
      index = index_of(parameter, given->second);
      if (!index) {
        return failure(fmt::format("{} is no value of '{}'", to_text(given->second), parameter.name),
                       in_file(kernel_, parameter.line), "it takes " + join(written_values(parameter), ", "));
      }
    }
    if (parameter.name == kernel_.variant_knob) use(*kernel_.variants.at(*index));
    indices.push_back(*index);
  }
  for (std::size_t i = 0; i < indices.size(); ++i) {
    set(kernel_.parameters[i].name, kernel_.parameters[i].values[indices[i]]);
  }
  for (const Size& size : kernel_.sizes) {
    std::int64_t value = size.default_value;
    if (const auto given = values.find(size.name); given != values.end()) {
      const auto* number = std::get_if<std::int64_t>(&given->second);
      if (number == nullptr || *number < size.minimum || *number > size.maximum) {
        return failure(fmt::format("'{}' cannot be {}", size.name, to_text(given->second)), in_file(kernel_, size.line),
                       fmt::format("it takes an integer from {} to {}", size.minimum, size.maximum));
      }
      value = *number;
    }
    set(size.name, value);
  }
  return {};
}

Status Settings::derive(const std::vector<std::string>& kept) {
  for (const auto& [name, formula] : matter_->derived) {
    if (std::find(kept.begin(), kept.end(), name) != kept.end()) continue;
    TRY(const std::int64_t value, evaluate(formula));
    set(name, value);
  }
  return {};
}

std::size_t Settings::slot(const std::string& name) const {
  const auto slot = matter_->names.slot(name);
  if (!slot) throw MachineError({"a name that was never declared: " + name, "", ""});
  return *slot;
}

Expected<std::int64_t> Settings::not_negative(const Formula& formula, const std::string& what) const {
  auto value = evaluate(formula);
  if (value && *value < 0) {
    return failure(fmt::format("{} \"{}\" is {}", what, formula.text, *value), formula.line.text(),
                   "it must not be negative");
  }
  return value;
}

}  // namespace lanescope::catalogue
