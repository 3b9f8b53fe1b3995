#include <fmt/format.h>

#include <algorithm>

#include "catalogue/plan/settings.h"

namespace warpscope::catalogue {

std::string why_not(const Kernel& kernel, const Values& values, const std::string& parameter, std::size_t index) {
  const auto knob = std::find_if(kernel.parameters.begin(), kernel.parameters.end(),
                                 [&](const Parameter& candidate) { return candidate.name == parameter; });
  if (knob == kernel.parameters.end() || index >= knob->values.size()) {
    return fmt::format("{} has no value number {} of '{}'", kernel.source.id, index, parameter);
  }
  Values changed = values;
  changed[parameter] = value_from_text(written_values(*knob)[index]);
  Settings settings(kernel);
  if (auto chosen = settings.choose(changed); !chosen) return chosen.error().what;
  if (auto derived = settings.derive(); !derived) return derived.error().what;
  const FrontMatter& matter = settings.front_matter();
  const std::size_t slot = settings.slot(parameter);
  for (std::size_t i = 0; i < matter.requirements.size(); ++i) {
    // A requirement that fails whatever this knob does is no reason to grey out all of its values.
    if (!matter.requirement_names[i].contains(slot)) continue;
    auto holds = settings.evaluate(matter.requirements[i]);
    if (!holds) return holds.error().what;
    if (*holds == 0) return kernel.requirements[i].otherwise;
  }
  return {};
}

}  // namespace warpscope::catalogue
