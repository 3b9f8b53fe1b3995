// The steps that execute() and profile() share. Each adds what it found to the Result.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "catalogue/launch_plan.h"
#include "lab/experiment.h"
#include "lab/result.h"
#include "model/hardware/devices.h"
#include "worker/emulation/emulated_program.h"
#include "worker/pipelines/execute.h"
#include "worker/pipelines/worker_context.h"

namespace warpscope::worker {

/// Why a step did not lead to the next one.
struct Stop {
  bool abandoned = false;  ///< else the faults say why
  bool context_lost = false;
  std::vector<lab::Fault> faults;
};
template <class T>
using Step = tl::expected<T, Stop>;

[[nodiscard]] inline tl::unexpected<Stop> stopped(std::vector<lab::Fault> faults) {
  return tl::unexpected(Stop{false, false, std::move(faults)});
}

/// The backend that an experiment runs on: itself, or for `automatic` the GPU when there is one or one was asked for,
/// and the emulator for kernels that promise a fault.
[[nodiscard]] lab::Backend backend_for(const lab::Experiment& experiment, const WorkerContext& context);

/// One experiment on its way. Holds what its steps have made so far.
class Steps {
 public:
  /// backend: never automatic.
  Steps(const lab::Experiment& experiment, lab::Backend backend, std::uint64_t request, WorkerContext& context,
        const Listener& listener);

  /// Stage resolved: the kernel file read, the values put in.
  [[nodiscard]] Step<void> resolve();
  /// Stage compiled: for the experiment's target, else the device's, else 9.0. No GPU needed.
  [[nodiscard]] Step<void> compile();
  /// The device opened. Faults: "no_device", "launch" for a target that it does not run.
  [[nodiscard]] Step<void> open();
  /// The plan made ready on the open device. Faults: what gpu::DeviceSession::prepare says.
  [[nodiscard]] Step<void> prepare();
  /// The same once more: another plan took over the device's memory meanwhile.
  [[nodiscard]] Step<void> prepare_again();
  /// The same kernel with other sizes, after compile().
  void replace_plan(catalogue::LaunchPlan plan);

  /// The compiled program for the emulator, read on first use. Fault: "emulator".
  [[nodiscard]] Step<const EmulatedProgram*> program();
  /// The kernels that gather traces on the open device, compiled and loaded on first use. Faults: as compile().
  [[nodiscard]] Step<gpu::HeatGatherer*> gatherer();
  /// The program that writes SASS as text; empty: there is none.
  [[nodiscard]] std::filesystem::path nvdisasm();

  void tell(lab::Progress::Activity step, std::string text) const;
  [[nodiscard]] bool abandoned() const { return listener_.abandoned && listener_.abandoned(); }
  /// The stop that an error leads to.
  [[nodiscard]] Stop stop_for(const Error& error) const;

  [[nodiscard]] lab::Result& result() noexcept { return result_; }
  [[nodiscard]] const catalogue::Kernel& kernel() const noexcept { return kernel_; }
  [[nodiscard]] const catalogue::LaunchPlan& plan() const noexcept { return plan_; }
  [[nodiscard]] const compiler::Compiled& compiled() const noexcept { return compiled_; }
  [[nodiscard]] gpu::Execution& execution() noexcept { return *execution_; }
  [[nodiscard]] OpenDevice& device() noexcept { return *device_; }

 private:
  [[nodiscard]] Status choose_target();
  void report_plan();
  void report_launches();
  [[nodiscard]] Step<compiler::Compiled> compile_with_cache(const compiler::Request& request, const std::string& doing);
  [[nodiscard]] Step<void> check_target(const cuda::DeviceInfo& info) const;
  [[nodiscard]] Step<void> open_device(const cuda::DeviceInfo& info);

  const lab::Experiment& experiment_;
  WorkerContext& context_;
  const Listener& listener_;
  lab::Result result_;
  catalogue::Kernel kernel_;
  catalogue::LaunchPlan plan_;
  compiler::ComputeCapability target_;
  const model::DeviceSheet* sheet_ = nullptr;  ///< of the target; null: there is none
  compiler::Compiled compiled_;
  std::optional<EmulatedProgram> program_;
  OpenDevice* device_ = nullptr;
  std::unique_ptr<gpu::Execution> execution_;
};

}  // namespace warpscope::worker
