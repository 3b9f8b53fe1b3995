#include "catalogue/plan/settings.h"

#include <algorithm>

#include "base/text.h"
#include "catalogue/messages.h"

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

Place in_file(const Kernel& kernel, int line) {
  return {kernel.source.path, line};
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
    return failure(
        message<"plan.unknown_value_name">(kernel_.source.id, name), kernel_.source.path,
        did_you_mean(name, known,
                     known.empty() ? message<"plan.takes_none">() : message<"plan.takes">(join(known, ", "))));
  }
  std::vector<std::size_t> indices;
  for (const Parameter& parameter : kernel_.parameters) {
    std::optional<std::size_t> index = parameter.default_index;
    if (const auto given = values.find(parameter.name); given != values.end()) {
      index = index_of(parameter, given->second);
      if (!index) {
        return failure(message<"plan.no_value_of_knob">(to_text(given->second), parameter.name),
                       in_file(kernel_, parameter.line),
                       message<"front_matter.when_no_value_remedy">(join(written_values(parameter), ", ")));
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
        return failure(message<"plan.size_out_of_range">(size.name, to_text(given->second)),
                       in_file(kernel_, size.line),
                       message<"plan.size_out_of_range_remedy">(size.minimum, size.maximum));
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
  if (!slot) throw MachineError({message<"plan.undeclared_name">(name), "", ""});
  return *slot;
}

Expected<std::int64_t> Settings::not_negative(const Formula& formula, const std::string& what) const {
  auto value = evaluate(formula);
  if (value && *value < 0) {
    return failure(message<"plan.negative">(what, formula.text, *value), formula.line,
                   message<"plan.negative_remedy">());
  }
  return value;
}

}  // namespace lanescope::catalogue
