#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "catalogue/messages.h"
#include "catalogue/plan/settings.h"
#include "catalogue/reference/fill.h"

namespace lanescope::catalogue {
namespace {

Status put_buffers(const Settings& settings, LaunchPlan& plan) {
  for (const BufferText& text : settings.front_matter().buffers) {
    Buffer buffer = text.without_shape;
    std::uint64_t elements = 1;
    for (const Formula& formula : text.shape) {
      TRY(const std::int64_t extent, settings.not_negative(formula, "the extent of " + buffer.name));
      buffer.shape.push_back(extent);
      const auto factor = static_cast<std::uint64_t>(extent);
      if (factor != 0 && elements > static_cast<std::uint64_t>(max_exact_integer) / factor) {
        return failure(message<"plan.buffer_too_large">(buffer.name), text.line,
                       message<"plan.smaller_sizes_remedy">());
      }
      elements *= factor;
    }
    if (text.below) {
      TRY(buffer.fill_below, settings.evaluate(*text.below));
      if (text.from) {
        TRY(buffer.fill_from, settings.evaluate(*text.from));
      }
      if (buffer.fill_below <= buffer.fill_from || !is_representable(buffer.type, buffer.fill_below - 1) ||
          !is_representable(buffer.type, buffer.fill_from)) {
        return failure(message<"plan.below">(buffer.name, name_of(buffer.type), buffer.fill_from, buffer.fill_below),
                       text.below->line, message<"plan.below_remedy">());
      }
    }
    if (text.step) {
      TRY(buffer.fill_step, settings.evaluate(*text.step));
    }
    plan.buffers.push_back(std::move(buffer));
  }
  return {};
}

Status put_numbers(const Settings& settings, LaunchPlan& plan) {
  const FrontMatter& matter = settings.front_matter();
  TRY(plan.work.bytes, settings.not_negative(matter.bytes, "[work] bytes"));
  TRY(plan.work.flops, settings.not_negative(matter.flops, "[work] flops"));
  if (matter.tolerance_factor) {
    TRY(const std::int64_t factor, settings.not_negative(*matter.tolerance_factor, "the tolerance's factor"));
    plan.check.tolerance *= static_cast<double>(factor);
  }
  if (matter.sampled_rows) {
    TRY(plan.check.sampled_rows, settings.not_negative(*matter.sampled_rows, "sampled_rows"));
  }
  return {};
}

/// Defines knobs as macros: -DBLOCK_X=32, and a named value as -DLOAD_OP=LOAD_OP_CA -DLOAD_OP_CA=0 -DLOAD_OP_CG=1 ...
void put_parameter(const Parameter& parameter, std::int64_t value, LaunchPlan& plan) {
  plan.parameters[parameter.name] = value;
  const std::string name = macro_name(parameter);
  if (parameter.names.empty()) {
    plan.defines.push_back(fmt::format("-D{}={}", name, value));
    return;
  }
  const std::string& choice = parameter.names.at(static_cast<std::size_t>(value));
  plan.choices[parameter.name] = choice;
  plan.defines.push_back(fmt::format("-D{}={}", name, macro_name(parameter, choice)));
  for (std::size_t i = 0; i < parameter.names.size(); ++i) {
    plan.defines.push_back(fmt::format("-D{}={}", macro_name(parameter, parameter.names[i]), i));
  }
}

Expected<LaunchPlan> plan_of(const Kernel& kernel, Settings& settings, std::uint64_t seed) {
  const FrontMatter& matter = settings.front_matter();
  LaunchPlan plan;
  plan.kernel = kernel.source.id;
  plan.seed = seed;
  plan.timing = matter.timing;
  plan.expect = matter.expect;
  plan.check = matter.check;
  for (const Parameter& parameter : kernel.parameters) put_parameter(parameter, settings.get(parameter.name), plan);
  for (const Size& size : kernel.sizes) plan.sizes[size.name] = settings.get(size.name);
  for (const auto& [name, formula] : matter.derived) plan.derived[name] = settings.get(name);
  plan.defines.insert(plan.defines.end(), matter.compile_options.begin(), matter.compile_options.end());
  TRY_STATUS(put_buffers(settings, plan));
  TRY_STATUS(unroll_launches(settings, plan));
  TRY_STATUS(put_numbers(settings, plan));
  return plan;
}

}  // namespace

Values settings_of(const LaunchPlan& plan) {
  Values values(plan.parameters.begin(), plan.parameters.end());
  for (const auto& [name, choice] : plan.choices) values[name] = choice;
  return values;
}

Expected<LaunchPlan> resolve(const Kernel& kernel, const Values& values, std::uint64_t seed) {
  Settings settings(kernel);
  TRY_STATUS(settings.choose(values));
  TRY_STATUS(settings.derive());
  for (std::size_t i = 0; i < kernel.requirements.size(); ++i) {
    const Formula& formula = settings.front_matter().requirements.at(i);
    TRY(const std::int64_t holds, settings.evaluate(formula));
    if (holds != 0) continue;
    const Requirement& failing = kernel.requirements[i];
    const std::string now = formula.compiled.values_text(settings.by_slot());
    return failure(failing.otherwise, formula.line,
                   now.empty() ? message<"plan.requirement_remedy">(failing.that)
                               : message<"plan.requirement_now_remedy">(failing.that, now));
  }
  return plan_of(kernel, settings, seed);
}

Message violated_requirement(const Kernel& kernel, const Values& values, const std::string& parameter,
                             std::size_t index) {
  const auto knob = std::find_if(kernel.parameters.begin(), kernel.parameters.end(),
                                 [&](const Parameter& candidate) { return candidate.name == parameter; });
  if (knob == kernel.parameters.end() || index >= knob->values.size()) {
    return message<"plan.knob_values">(kernel.source.id, index, parameter);
  }
  Values changed = values;
  changed[parameter] = value_from_text(written_values(*knob)[index]);
  Settings settings(kernel);
  if (auto chosen = settings.choose(changed); !chosen) return chosen.error().what;
  if (auto derived = settings.derive(); !derived) return derived.error().what;
  const FrontMatter& matter = settings.front_matter();
  const std::size_t slot = settings.slot(parameter);
  for (std::size_t i = 0; i < matter.requirements.size(); ++i) {
    // A requirement that fails whatever this knob does is no reason to disable all of its values.
    if (!matter.requirement_names[i].contains(slot)) continue;
    auto holds = settings.evaluate(matter.requirements[i]);
    if (!holds) return holds.error().what;
    if (*holds == 0) return kernel.requirements[i].otherwise;
  }
  return {};
}

}  // namespace lanescope::catalogue
