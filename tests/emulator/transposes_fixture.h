// The family of transposes: each kernel compiled once for a setting of its knobs, and run at many sizes.
#pragma once

#include <bit>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/programs_fixture.h"

namespace warpscope::emulator {

using KernelPointer = std::shared_ptr<const catalogue::Kernel>;

inline std::vector<KernelPointer> transposes() {
  std::vector<KernelPointer> found;
  const auto snapshot = own_kernels().snapshot();
  for (const auto& [id, kernel] : snapshot->kernels) {
    if (kernel->family == "transpose") found.push_back(kernel);
  }
  return found;
}

/// "transpose/naive_row" as "naive_row", for the names of tests.
inline std::string short_name(const catalogue::Kernel& kernel) {
  return kernel.source.id.substr(kernel.source.id.find('/') + 1);
}

inline KernelPointer transpose(const std::string& name) {
  auto found = own_kernels().find("transpose/" + name);
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

inline catalogue::Values with_sizes(catalogue::Values setting, std::int64_t nx, std::int64_t ny) {
  setting["nx"] = nx;
  setting["ny"] = ny;
  return setting;
}

inline std::string text_of(const catalogue::Kernel& kernel, const catalogue::Values& setting) {
  std::string text = kernel.source.id;
  for (const auto& [name, value] : setting) text += " " + name + "=" + catalogue::to_text(value);
  return text;
}

/// One kernel with one setting of its knobs.
class SetTranspose {
 public:
  SetTranspose(KernelPointer kernel, catalogue::Values setting)
      : kernel_(std::move(kernel)), setting_(std::move(setting)) {}

  /// Empty when a requirement refuses the setting at this size.
  [[nodiscard]] std::optional<ReadyKernel> at(std::int64_t nx, std::int64_t ny) {
    auto plan = catalogue::resolve(*kernel_, with_sizes(setting_, nx, ny), 1);
    if (!plan) return std::nullopt;
    if (!module_) module_ = module_of(kernel_->source, *plan);  // sizes are arguments: one module does for all
    return ReadyKernel{*std::move(plan), *module_, kernel_->source.text};
  }

  /// No fault, and every bit as the reference says. False when the setting is refused at this size.
  bool is_right_at(std::int64_t nx, std::int64_t ny, const Options& options = {}) {
    const std::string what = text_of(*kernel_, with_sizes(setting_, nx, ny));
    const auto ready = at(nx, ny);
    if (!ready) return false;
    const Outcome outcome = run_program(*ready, options);
    for (const Fault& fault : outcome.faults) ADD_FAILURE() << what << ": " << fault.message;
    EXPECT_TRUE(outcome.buffers[ready->plan.check.output] == reference_of(*ready)) << what;
    return true;
  }

  [[nodiscard]] std::string text() const { return text_of(*kernel_, setting_); }

 private:
  KernelPointer kernel_;
  catalogue::Values setting_;
  std::optional<ptx::Module> module_;
};

/// Bytes that all lanes together moved between the kernel and global memory.
struct MovedBytes {
  std::uint64_t loaded = 0, stored = 0;
};

inline MovedBytes moved_bytes(const trace::Trace& trace) {
  MovedBytes moved;
  EXPECT_EQ(trace.dropped, 0u);
  for (const trace::Header& header : trace.headers) {
    const trace::Site& site = trace.sites[header.site];
    if (site.space != trace::Space::global) continue;
    const auto bytes = static_cast<std::uint64_t>(std::popcount(header.active_mask)) * site.bytes_per_lane;
    (site.operation == trace::Operation::load ? moved.loaded : moved.stored) += bytes;
  }
  return moved;
}

inline trace::Trace traced(const ReadyKernel& ready) {
  Options options;
  options.trace = TraceRequest{false, 1u << 22};
  return run_program(ready, options).trace;
}

}  // namespace warpscope::emulator
