// Any family of kernels of the catalogue: every kernel with every value of every knob, compiled once for a setting and
// run at many sizes, judged by the rule of its own [check].
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/reference/expected_output.h"
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {

using KernelPointer = std::shared_ptr<const catalogue::Kernel>;
using Sizes = std::map<std::string, std::int64_t>;

inline std::vector<KernelPointer> family(const std::string& name) {
  std::vector<KernelPointer> found;
  const auto snapshot = own_kernels().snapshot();
  for (const auto& [id, kernel] : snapshot->kernels) {
    if (kernel->family == name) found.push_back(kernel);
  }
  return found;
}

/// "transpose/naive_row" as "naive_row", for the names of tests.
inline std::string short_name(const catalogue::Kernel& kernel) {
  return kernel.source.id.substr(kernel.source.id.find('/') + 1);
}

inline std::vector<std::string> names_of(const std::string& family_name) {
  std::vector<std::string> names;
  for (const KernelPointer& kernel : family(family_name)) names.push_back(short_name(*kernel));
  return names;
}

inline KernelPointer kernel_of(const std::string& id) {
  auto found = own_kernels().find(id);
  if (!found) throw MachineError(found.error());
  return *std::move(found);
}

inline bool has_knob(const catalogue::Kernel& kernel, const std::string& name) {
  return std::any_of(kernel.parameters.begin(), kernel.parameters.end(),
                     [&](const catalogue::Parameter& knob) { return knob.name == name; });
}

inline catalogue::Value value_of(const catalogue::Parameter& knob, std::size_t index) {
  return knob.names.empty() ? catalogue::Value(knob.values[index]) : catalogue::Value(knob.names[index]);
}

/// Of a transpose or a copy.
inline Sizes matrix(std::int64_t nx, std::int64_t ny) {
  return {{"nx", nx}, {"ny", ny}};
}

inline catalogue::Values with(catalogue::Values setting, const Sizes& sizes) {
  for (const auto& [name, value] : sizes) setting[name] = value;
  return setting;
}

inline std::string text_of(const catalogue::Kernel& kernel, const catalogue::Values& setting) {
  std::string text = kernel.source.id;
  for (const auto& [name, value] : setting) text += " " + name + "=" + catalogue::to_text(value);
  return text;
}

/// The fault of the emulator that a kernel promises in its front matter.
inline std::optional<FaultKind> promised_fault(const catalogue::LaunchPlan& plan) {
  switch (plan.expect) {
    case FaultKind::race:
      return FaultKind::race;
    case FaultKind::out_of_bounds:
      return FaultKind::out_of_bounds;
    case FaultKind::uninitialised:
      return FaultKind::uninitialised;
    default:
      return std::nullopt;
  }
}

/// Every element of the output is what the reference says, by the kernel's own rule.
inline void expect_right(const catalogue::LaunchPlan& plan, std::span<const std::byte> output,
                         const std::string& what) {
  std::vector<std::vector<std::byte>> inputs(plan.buffers.size());
  for (const std::size_t input : plan.check.inputs) inputs[input] = catalogue::fill_buffer(plan, input);
  const auto expected = catalogue::expected_output(plan, inputs);
  ASSERT_TRUE(expected) << what;
  ASSERT_EQ(expected->sampled_rows, 0u) << what << ": small enough to compare every row";
  if (plan.check.compare != catalogue::Check::Compare::relative) {
    EXPECT_TRUE(std::ranges::equal(output, expected->values)) << what;
    return;
  }
  const auto got = values_of<float>(output), wanted = values_of<float>(expected->values);
  ASSERT_EQ(got.size(), wanted.size()) << what;
  ASSERT_EQ(got.size(), expected->magnitudes.size()) << what;
  double worst = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    worst = std::max(worst, catalogue::relative_error(got[i], wanted[i], expected->magnitudes[i]));
  }
  EXPECT_LE(worst, plan.check.tolerance) << what;
}

/// One kernel with one setting of its knobs.
class SetKernel {
 public:
  SetKernel(KernelPointer kernel, catalogue::Values setting)
      : kernel_(std::move(kernel)), setting_(std::move(setting)) {}

  /// Empty when a requirement refuses the setting at these sizes.
  [[nodiscard]] std::optional<ReadyKernel> at(const Sizes& sizes) {
    auto plan = catalogue::resolve(*kernel_, with(setting_, sizes), 1);
    if (!plan) return std::nullopt;
    if (!module_) module_ = module_of(kernel_->source, *plan);  // sizes are arguments: one module does for all
    return ReadyKernel{*std::move(plan), *module_, kernel_->source.text};
  }

  /// Right and without a fault, or, where the kernel promises one, with that fault and no other. False when refused.
  bool is_right_at(const Sizes& sizes, const Options& options = {}) {
    const std::string what = text_of(*kernel_, with(setting_, sizes));
    const auto ready = at(sizes);
    if (!ready) return false;
    const Outcome outcome = run_program(*ready, options);
    EXPECT_TRUE(outcome.whole || promised_fault(ready->plan)) << what;
    if (const auto promised = promised_fault(ready->plan)) {
      for (const Fault& fault : outcome.faults) EXPECT_EQ(fault.kind, *promised) << what << ": " << fault.message;
      EXPECT_FALSE(outcome.faults.empty()) << what << " promises a fault";
      return true;
    }
    for (const Fault& fault : outcome.faults) ADD_FAILURE() << what << ": " << fault.message;
    expect_right(ready->plan, outcome.buffers[ready->plan.check.output], what);
    return true;
  }

  [[nodiscard]] std::string text() const { return text_of(*kernel_, setting_); }

 private:
  KernelPointer kernel_;
  catalogue::Values setting_;
  std::optional<ptx::Module> module_;
};

/// What a library or the driver does has no PTX to execute.
inline bool is_call(const catalogue::Kernel& kernel, const Sizes& sizes) {
  const auto plan = catalogue::resolve(kernel, with({}, sizes), 1);
  return plan && plan->launches.front().call != catalogue::Launch::Call::kernel;
}

inline bool is_legal(const catalogue::Kernel& kernel, const catalogue::Values& setting, const Sizes& sizes) {
  return catalogue::resolve(kernel, with(setting, sizes), 1).has_value();
}

inline catalogue::Values drawn_setting(const catalogue::Kernel& kernel, std::mt19937& chance) {
  catalogue::Values setting;
  for (const catalogue::Parameter& knob : kernel.parameters) {
    setting[knob.name] = value_of(knob, chance() % knob.values.size());
  }
  return setting;
}

/// Each value of each knob once, beside the defaults of the others or, where that is not legal, beside others drawn by
/// chance, the same each time. Fails the test for a value that nothing makes legal.
inline std::vector<catalogue::Values> every_value(const catalogue::Kernel& kernel, const Sizes& sizes) {
  std::vector<catalogue::Values> settings;
  std::mt19937 chance(4);  // NOLINT(cert-msc51-cpp): the same draw each time is what is wanted
  for (const catalogue::Parameter& knob : kernel.parameters) {
    for (std::size_t index = 0; index < knob.values.size(); ++index) {
      if (index == knob.default_index) continue;
      const catalogue::Value value = value_of(knob, index);
      catalogue::Values setting{{knob.name, value}};
      for (int attempt = 0; attempt < 5000 && !is_legal(kernel, setting, sizes); ++attempt) {
        setting = drawn_setting(kernel, chance);
        setting[knob.name] = value;
      }
      EXPECT_TRUE(is_legal(kernel, setting, sizes))
          << kernel.source.id << ": nothing makes " << knob.name << " = " << catalogue::to_text(value) << " legal";
      if (is_legal(kernel, setting, sizes)) settings.push_back(std::move(setting));
    }
  }
  return settings;
}

/// Legal settings of all knobs at once, drawn by chance, the same each time.
inline std::vector<catalogue::Values> settings_at_random(const catalogue::Kernel& kernel, const Sizes& sizes,
                                                         std::size_t count) {
  std::mt19937 chance(4);  // NOLINT(cert-msc51-cpp): the same draw each time is what is wanted
  std::set<catalogue::Values> settings;
  for (int attempt = 0; attempt < 5000 && settings.size() < count; ++attempt) {
    catalogue::Values setting = drawn_setting(kernel, chance);
    if (is_legal(kernel, setting, sizes)) settings.insert(std::move(setting));
  }
  return {settings.begin(), settings.end()};
}

}  // namespace lanescope::emulator
