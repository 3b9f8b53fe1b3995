// Any family of kernels of the catalogue: every kernel with every value of every knob, compiled once for a setting and
// run at many sizes, judged by the rule of its own [check].
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "catalogue/expected_output.h"
#include "emulator/transposes_fixture.h"

namespace warpscope::emulator {

using Sizes = std::map<std::string, std::int64_t>;

inline std::vector<KernelPointer> family(const std::string& name) {
  std::vector<KernelPointer> found;
  const auto snapshot = own_kernels().snapshot();
  for (const auto& [id, kernel] : snapshot->kernels) {
    if (kernel->family == name) found.push_back(kernel);
  }
  return found;
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

inline catalogue::Values with(catalogue::Values setting, const Sizes& sizes) {
  for (const auto& [name, value] : sizes) setting[name] = value;
  return setting;
}

/// The fault of the emulator that a kernel promises in its front matter.
inline std::optional<FaultKind> promised_fault(const catalogue::LaunchPlan& plan) {
  switch (plan.expect) {
    case catalogue::ExpectedFault::race:
      return FaultKind::race;
    case catalogue::ExpectedFault::out_of_bounds:
      return FaultKind::out_of_bounds;
    case catalogue::ExpectedFault::uninitialised:
      return FaultKind::uninitialised;
    default:
      return std::nullopt;
  }
}

/// Every element of the output is what the reference says, by the kernel's own rule.
inline void expect_right(const catalogue::LaunchPlan& plan, const std::vector<std::byte>& output,
                         const std::string& what) {
  std::vector<std::vector<std::byte>> inputs(plan.buffers.size());
  for (const std::size_t input : plan.check.inputs) inputs[input] = catalogue::fill_buffer(plan, input);
  const auto expected = catalogue::expected_output(plan, inputs);
  ASSERT_TRUE(expected) << what;
  ASSERT_EQ(expected->sampled_rows, 0u) << what << ": small enough to compare every row";
  if (plan.check.compare != catalogue::Check::Compare::relative) {
    EXPECT_TRUE(output == expected->values) << what;
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

/// What the loads or stores of shared memory at some lines of the kernel file cost.
struct SharedCost {
  std::uint64_t requests = 0, wavefronts = 0;
};

/// Passes of one request through the 32 banks, worked out from its addresses: lanes of 16 bytes go eight at a time, or
/// sixteen where every lane asks for what its neighbour, or its neighbour but one, asks for; single words go all at
/// once. In each pass a bank gives one word, to all who ask for it. As measured on an H200, for loads.
inline std::uint64_t wavefronts_of(const trace::Offsets& offsets, std::uint32_t active, std::uint32_t bytes) {
  const auto same = [&](std::size_t distance) {
    for (std::size_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      if (offsets[lane] != offsets[lane ^ distance]) return false;
    }
    return true;
  };
  std::size_t lanes = trace::lanes_per_warp * sizeof(float) / std::max<std::uint32_t>(bytes, sizeof(float));
  if (bytes == 16 && active == 0xffffffffu && (same(1) || same(2))) lanes *= 2;
  std::uint64_t wavefronts = 0;
  for (std::size_t first = 0; first < trace::lanes_per_warp; first += lanes) {
    std::array<std::set<std::uint32_t>, 32> words;
    for (std::size_t lane = first; lane < first + lanes; ++lane) {
      if ((active >> lane & 1u) == 0) continue;
      for (std::uint32_t byte = 0; byte < bytes; byte += 4) {
        const std::uint32_t word = (offsets[lane] + byte) / 4;
        words[word % 32].insert(word);
      }
    }
    std::uint64_t most = 0;
    for (const auto& bank : words) most = std::max<std::uint64_t>(most, bank.size());
    wavefronts += most;
  }
  return wavefronts;
}

/// Of all requests to shared memory of one kind, from the lines first to last of the kernel file.
inline SharedCost shared_cost(const trace::Trace& trace, trace::Operation operation, std::int32_t first,
                              std::int32_t last) {
  SharedCost cost;
  EXPECT_EQ(trace.dropped, 0u);
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    const trace::Site& site = trace.sites[header.site];
    if (site.space != trace::Space::shared || site.operation != operation) continue;
    if (site.line < first || site.line > last) continue;
    ++cost.requests;
    cost.wavefronts += wavefronts_of(trace.offsets[record], header.active_mask, site.bytes_per_lane);
  }
  return cost;
}

}  // namespace warpscope::emulator
