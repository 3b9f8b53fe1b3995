#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/narrow.h"
#include "base/text.h"
#include "catalogue/front_matter.h"
#include "catalogue/operators.h"

namespace warpscope::catalogue {
namespace {

constexpr std::size_t most_launches = 10'000;

/// Puts numbers into one kernel.
class Resolver {
 public:
  explicit Resolver(const Kernel& kernel)
      : kernel_(kernel), matter_(*kernel.front_matter), values_(matter_.names.all().size(), 0) {}

  Status choose(const Values& values);
  void choose_index(const Parameter& parameter, std::size_t index) { set(parameter.name, parameter.values[index]); }
  Status derive(const std::vector<std::string>& kept = {});
  /// The first requirement that fails, or null.
  Expected<const Requirement*> failing() const;
  Expected<LaunchPlan> plan(std::uint64_t seed);

 private:
  void set(const std::string& name, std::int64_t value) { values_[slot(name)] = value; }
  std::int64_t get(const std::string& name) const { return values_[slot(name)]; }
  std::size_t slot(const std::string& name) const;
  std::string place(int line) const { return fmt::format("{}:{}", kernel_.source.path, line); }
  Expected<std::int64_t> evaluate(const Formula& formula) const;
  Expected<std::int64_t> not_negative(const Formula& formula, const char* what) const;
  Expected<Dim3> shape(const std::vector<Formula>& formulas, const Dim3& most, const char* what, int line) const;
  Status put_buffers(LaunchPlan& plan) const;
  Status put_launches(LaunchPlan& plan, const LaunchText& text, std::vector<std::size_t>& binding);
  Expected<Launch> launch(const LaunchText& text, const std::vector<std::size_t>& binding) const;
  Status repeat(LaunchPlan& plan, const LaunchText& text, std::vector<std::size_t>& binding);
  Status put_numbers(LaunchPlan& plan) const;

  const Kernel& kernel_;
  const FrontMatter& matter_;
  std::vector<std::int64_t> values_;  ///< by slots of the front matter's names
};

std::string legal_values(const Parameter& parameter) {
  if (!parameter.names.empty()) return join(parameter.names, ", ");
  return fmt::format("{}", fmt::join(parameter.values, ", "));
}

Status Resolver::choose(const Values& values) {
  std::vector<std::string> known;
  for (const Parameter& parameter : kernel_.parameters) known.push_back(parameter.name);
  for (const Size& size : kernel_.sizes) known.push_back(size.name);
  for (const auto& [name, value] : values) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const auto near = nearest(name, known);
    return failure(fmt::format("{} has no knob or size '{}'", kernel_.source.id, name), kernel_.source.path,
                   near ? fmt::format("did you mean '{}'?", *near) : "it has " + join(known, ", "));
  }
  for (const Parameter& parameter : kernel_.parameters) {
    std::size_t index = parameter.default_index;
    if (const auto given = values.find(parameter.name); given != values.end()) {
      const std::string word = to_text(given->second);
      std::size_t at = 0;
      while (at < parameter.values.size() &&
             word != (parameter.names.empty() ? std::to_string(parameter.values[at]) : parameter.names[at])) {
        ++at;
      }
      if (at == parameter.values.size()) {
        return failure(fmt::format("{} is no value of '{}'", word, parameter.name), place(parameter.line),
                       "it takes " + legal_values(parameter));
      }
      index = at;
    }
    choose_index(parameter, index);
    for (std::size_t i = 0; i < parameter.names.size(); ++i) {
      set(parameter.name + "_" + parameter.names[i], static_cast<std::int64_t>(i));
    }
  }
  for (const Size& size : kernel_.sizes) {
    std::int64_t value = size.default_value;
    if (const auto given = values.find(size.name); given != values.end()) {
      const auto* number = std::get_if<std::int64_t>(&given->second);
      if (number == nullptr) {
        return failure(fmt::format("'{}' is no size", to_text(given->second)), place(size.line),
                       fmt::format("'{}' takes an integer from {} to {}", size.name, size.minimum, size.maximum));
      }
      value = *number;
    }
    if (value < size.minimum || value > size.maximum) {
      return failure(fmt::format("'{}' cannot be {}", size.name, value), place(size.line),
                     fmt::format("it takes an integer from {} to {}", size.minimum, size.maximum));
    }
    set(size.name, value);
  }
  return {};
}

std::size_t Resolver::slot(const std::string& name) const {
  const auto slot = matter_.names.slot(name);
  if (!slot) throw MachineError({"a name that was never declared: " + name, "", ""});
  return *slot;
}

Expected<std::int64_t> Resolver::evaluate(const Formula& formula) const {
  return formula.compiled.evaluate(values_);
}

Expected<std::int64_t> Resolver::not_negative(const Formula& formula, const char* what) const {
  auto value = evaluate(formula);
  if (value && *value < 0) {
    return failure(fmt::format("{} \"{}\" is {}", what, formula.text, *value), place(formula.line),
                   "it must not be negative");
  }
  return value;
}

Status Resolver::derive(const std::vector<std::string>& kept) {
  for (const auto& [name, formula] : matter_.derived) {
    if (std::find(kept.begin(), kept.end(), name) != kept.end()) continue;
    auto value = evaluate(formula);
    if (!value) return failure(value.error());
    set(name, *value);
  }
  return {};
}

Expected<const Requirement*> Resolver::failing() const {
  for (std::size_t i = 0; i < matter_.requirements.size(); ++i) {
    auto holds = evaluate(matter_.requirements[i]);
    if (!holds) return failure(holds.error());
    if (*holds == 0) return &kernel_.requirements[i];
  }
  return nullptr;
}

Expected<Dim3> Resolver::shape(const std::vector<Formula>& formulas, const Dim3& most, const char* what,
                               int line) const {
  Dim3 dim;
  const std::array<std::uint32_t*, 3> parts = {&dim.x, &dim.y, &dim.z};
  const std::array<std::uint32_t, 3> limits = {most.x, most.y, most.z};
  constexpr std::array<char, 3> axes = {'x', 'y', 'z'};
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    auto value = evaluate(formulas[i]);
    if (!value) return failure(value.error());
    if (*value < 1 || *value > limits.at(i)) {
      return failure(fmt::format("{}.{} \"{}\" is {}, CUDA allows 1 to {}", what, axes.at(i), formulas[i].text, *value,
                                 limits.at(i)),
                     place(formulas[i].line > 0 ? formulas[i].line : line),
                     *value < 1 ? "skip the launch with when = \"...\" where there is nothing to do"
                                : "choose other knobs or a smaller problem");
    }
    *parts.at(i) = static_cast<std::uint32_t>(*value);
  }
  return dim;
}

Status Resolver::put_buffers(LaunchPlan& plan) const {
  for (const BufferText& text : matter_.buffers) {
    Buffer buffer = text.shape_free;
    std::uint64_t elements = 1;
    for (const Formula& formula : text.shape) {
      auto extent = not_negative(formula, "the extent");
      if (!extent) return failure(extent.error());
      buffer.shape.push_back(*extent);
      const auto factor = static_cast<std::uint64_t>(*extent);
      if (factor != 0 && elements > static_cast<std::uint64_t>(largest_exact) / factor) {
        return failure(fmt::format("buffer '{}' would have more than 2^53 elements", buffer.name), place(text.line),
                       "choose smaller sizes");
      }
      elements *= factor;
    }
    plan.buffers.push_back(std::move(buffer));
  }
  return {};
}

Expected<Launch> Resolver::launch(const LaunchText& text, const std::vector<std::size_t>& binding) const {
  Launch launch;
  launch.call = text.call;
  launch.entry = text.entry;
  launch.cooperative = text.cooperative;
  launch.line = text.line;
  auto grid = shape(text.grid, {0x7fffffffu, 65535, 65535}, "grid", text.line);
  if (!grid) return failure(grid.error());
  auto block = shape(text.block, {1024, 1024, 64}, "block", text.line);
  if (!block) return failure(block.error());
  if (block->count() > 1024) {
    return failure(fmt::format("the block has {} threads, CUDA allows 1024", block->count()), place(text.line),
                   "choose smaller block knobs, or add a [[require]] that says so");
  }
  launch.grid = *grid;
  launch.block = *block;
  if (text.shared_bytes) {
    auto bytes = not_negative(*text.shared_bytes, "shared_bytes");
    if (!bytes) return failure(bytes.error());
    launch.shared_bytes = static_cast<std::uint64_t>(*bytes);
  }
  for (Texture texture : text.textures) {
    texture.buffer = binding[texture.buffer];
    launch.textures.push_back(std::move(texture));
  }
  for (const LaunchText::ArgumentText& argument : text.arguments) {
    Argument resolved = argument.argument;
    if (resolved.kind == Argument::Kind::buffer) resolved.index = binding[resolved.index];
    if (resolved.kind == Argument::Kind::scalar) {
      auto value = evaluate(argument.value);
      if (!value) return failure(value.error());
      resolved.value = *value;
    }
    launch.arguments.push_back(std::move(resolved));
  }
  return launch;
}

Status Resolver::repeat(LaunchPlan& plan, const LaunchText& text, std::vector<std::size_t>& binding) {
  std::vector<std::string> updated;
  std::vector<std::pair<std::string, std::int64_t>> before;
  for (const auto& [name, formula] : text.update) {
    updated.push_back(name);
    before.emplace_back(name, get(name));
  }
  for (;;) {
    auto again = evaluate(*text.repeat_while);
    if (!again) return failure(again.error());
    if (*again == 0) break;
    if (plan.launches.size() >= most_launches) {
      return failure(fmt::format("the launch repeats more than {} times", most_launches), place(text.line),
                     "check repeat_while and update: the condition must become 0");
    }
    auto step = launch(text, binding);
    if (!step) return failure(step.error());
    plan.launches.push_back(std::move(*step));
    std::vector<std::int64_t> next;  // all from the old values, as in a simultaneous assignment
    for (const auto& [name, formula] : text.update) {
      auto value = evaluate(formula);
      if (!value) return failure(value.error());
      next.push_back(*value);
    }
    for (std::size_t i = 0; i < next.size(); ++i) set(updated[i], next[i]);
    if (auto derived = derive(updated); !derived) return derived;
    for (const auto& [first, second] : text.swap) std::swap(binding[first], binding[second]);
  }
  for (const auto& [name, value] : before) set(name, value);
  return derive();
}

Status Resolver::put_launches(LaunchPlan& plan, const LaunchText& text, std::vector<std::size_t>& binding) {
  if (text.when) {
    auto wanted = evaluate(*text.when);
    if (!wanted) return failure(wanted.error());
    if (*wanted == 0) return {};
  }
  if (text.repeat_while) return repeat(plan, text, binding);
  auto step = launch(text, binding);
  if (!step) return failure(step.error());
  plan.launches.push_back(std::move(*step));
  return {};
}

Status Resolver::put_numbers(LaunchPlan& plan) const {
  auto bytes = not_negative(matter_.bytes, "[work] bytes");
  if (!bytes) return failure(bytes.error());
  auto flops = not_negative(matter_.flops, "[work] flops");
  if (!flops) return failure(flops.error());
  plan.work = {*bytes, *flops};
  if (matter_.tolerance_factor) {
    auto factor = not_negative(*matter_.tolerance_factor, "the tolerance's factor");
    if (!factor) return failure(factor.error());
    plan.check.tolerance *= static_cast<double>(*factor);
  }
  if (matter_.sampled_rows) {
    auto rows = not_negative(*matter_.sampled_rows, "sampled_rows");
    if (!rows) return failure(rows.error());
    plan.check.sampled_rows = *rows;
  }
  return {};
}

Expected<LaunchPlan> Resolver::plan(std::uint64_t seed) {
  LaunchPlan plan;
  plan.kernel = kernel_.source.id;
  plan.seed = seed;
  plan.timing = matter_.timing;
  plan.expect = matter_.expect;
  plan.check = matter_.check;
  for (const Parameter& parameter : kernel_.parameters) {
    const std::int64_t value = get(parameter.name);
    plan.parameters[parameter.name] = value;
    const std::string name = upper(parameter.name);
    if (parameter.names.empty()) {
      plan.defines.push_back(fmt::format("-D{}={}", name, value));
      continue;
    }
    const std::string& choice = parameter.names.at(static_cast<std::size_t>(value));
    plan.choices[parameter.name] = choice;
    plan.defines.push_back(fmt::format("-D{}={}_{}", name, name, upper(choice)));
    for (std::size_t i = 0; i < parameter.names.size(); ++i) {
      plan.defines.push_back(fmt::format("-D{}_{}={}", name, upper(parameter.names[i]), i));
    }
  }
  for (const Size& size : kernel_.sizes) plan.sizes[size.name] = get(size.name);
  for (const auto& [name, formula] : matter_.derived) plan.derived[name] = get(name);

  if (auto done = put_buffers(plan); !done) return failure(done.error());
  // Where each named buffer is: repeated launches swap them.
  std::vector<std::size_t> binding(plan.buffers.size());
  for (std::size_t i = 0; i < binding.size(); ++i) binding[i] = i;
  for (const LaunchText& text : matter_.launches) {
    if (auto done = put_launches(plan, text, binding); !done) return failure(done.error());
  }
  if (plan.check.present()) plan.check.output = binding.at(plan.check.output);
  if (auto done = put_numbers(plan); !done) return failure(done.error());
  return plan;
}

}  // namespace

Expected<LaunchPlan> resolve(const Kernel& kernel, const Values& values, std::uint64_t seed) {
  Resolver resolver(kernel);
  if (auto chosen = resolver.choose(values); !chosen) return failure(chosen.error());
  if (auto derived = resolver.derive(); !derived) return failure(derived.error());
  auto failing = resolver.failing();
  if (!failing) return failure(failing.error());
  if (*failing != nullptr) {
    return failure((*failing)->otherwise, fmt::format("{}:{}", kernel.source.path, (*failing)->line),
                   "it must hold that " + (*failing)->that);
  }
  return resolver.plan(seed);
}

std::string why_not(const Kernel& kernel, const Values& values, const std::string& parameter, std::size_t index) {
  Resolver resolver(kernel);
  if (auto chosen = resolver.choose(values); !chosen) return chosen.error().what;
  for (const Parameter& candidate : kernel.parameters) {
    if (candidate.name == parameter && index < candidate.values.size()) resolver.choose_index(candidate, index);
  }
  if (auto derived = resolver.derive(); !derived) return derived.error().what;
  auto failing = resolver.failing();
  if (!failing) return failing.error().what;
  return *failing == nullptr ? std::string() : (*failing)->otherwise;
}

}  // namespace warpscope::catalogue
