// The steps that the pipelines share. Each adds what it found to the Result.
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "lab/experiment.h"
#include "lab/result.h"
#include "model/hardware/devices.h"
#include "worker/emulation/emulate.h"
#include "worker/pipelines/execute.h"
#include "worker/pipelines/worker_context.h"

namespace warpscope::worker {

/// The backend that an experiment runs on: itself, or for `automatic` the GPU when there is one or one was asked for,
/// and the emulator for kernels that promise a fault.
[[nodiscard]] lab::Backend backend_for(const lab::Experiment& experiment, const WorkerContext& context);

/// The error of a step whose faults stand in the Result already.
[[nodiscard]] inline tl::unexpected<Error> reported() {
  return failure(FaultKind::none, "");
}
/// Whether the experiment cannot go on, so that an error is not only what one of its results is missing for.
[[nodiscard]] inline bool is_final(const Error& error) {
  return error.context_lost || error.kind == FaultKind::abandoned;
}

/// One experiment on its way. Holds what its steps have made so far. A step that does not lead to the next one gives an
/// error: of kind abandoned when nobody waits for it any more, of kind none when its faults stand in the Result, else
/// one that fail() makes a fault.
class Steps {
 public:
  /// backend: never automatic.
  Steps(const lab::Experiment& experiment, lab::Backend backend, std::uint64_t request, WorkerContext& context,
        const Listener& listener);

  /// Stage resolved: the kernel file read, the values put in.
  [[nodiscard]] Status resolve();
  /// Stage compiled: for the experiment's target, else the device's, else 9.0. No GPU needed.
  [[nodiscard]] Status compile();
  /// The device opened. Errors: no_device, launch for a target that it does not run.
  [[nodiscard]] Status open();
  /// The plan made ready on the open device. Errors: what gpu::DeviceSession::prepare says.
  [[nodiscard]] Status prepare();
  /// The same once more: another plan took over the device's memory meanwhile.
  [[nodiscard]] Status prepare_again();
  /// The same kernel with other sizes, after compile().
  void replace_plan(catalogue::LaunchPlan plan);
  /// Result::sass, when it is asked for. Stays behind the numbers: it may take half a second.
  void disassemble();

  /// The compiled program for the emulator, read on first use. Error: emulator.
  [[nodiscard]] Expected<const EmulatedProgram*> program();
  /// The same with what it is run with.
  [[nodiscard]] Expected<Emulation> emulation();
  /// The kernels that gather traces on the open device, compiled and loaded on first use. Errors: as compile().
  [[nodiscard]] Expected<gpu::HeatGatherer*> gatherer();

  void tell(lab::Progress::Activity step, std::string text) const;
  void publish(lab::Stage stage);
  /// The Result fails with this error.
  void fail(const Error& error);
  void note(std::string text) { result_.notes.push_back(std::move(text)); }
  /// The faults that the emulator found, in the Result.
  void report(const std::vector<emulator::Fault>& faults);
  [[nodiscard]] bool abandoned() const { return listener_.abandoned && listener_.abandoned(); }
  /// Error (abandoned): nobody waits for what follows.
  [[nodiscard]] Status still_wanted() const;
  /// What may take so long, and no longer than somebody waits for it.
  [[nodiscard]] Deadline deadline(std::chrono::milliseconds limit) const;
  /// What an error says of this kernel, for a note.
  [[nodiscard]] std::string message_of(const Error& error) const;

  [[nodiscard]] const lab::Experiment& experiment() const noexcept { return experiment_; }
  [[nodiscard]] WorkerContext& context() const noexcept { return context_; }
  [[nodiscard]] const Listener& listener() const noexcept { return listener_; }
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
  [[nodiscard]] Expected<compiler::Compiled> compile_with_cache(const compiler::Request& request,
                                                                const std::string& doing);
  /// One of the program's own sources, for the device.
  [[nodiscard]] Expected<compiler::Compiled> compile_own(const char* file, std::string_view text,
                                                         const cuda::DeviceInfo& device, const std::string& doing);
  [[nodiscard]] Expected<cuda::DeviceInfo> device_info() const;

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

/// The steps of a pipeline, one after the other while somebody waits for them.
template <class Pipeline>
[[nodiscard]] Status run_parts(Pipeline& pipeline, const Steps& steps,
                               std::initializer_list<Status (Pipeline::*)()> parts) {
  for (const auto part : parts) {
    TRY_STATUS(steps.still_wanted());
    TRY_STATUS((pipeline.*part)());
  }
  return {};
}

/// An experiment without a GPU: compile, emulate the whole plan, verify, count. Publishes compiled, verified (or
/// sampled, where nothing is verified) and refined. Times stay absent: the emulator has none that would mean anything.
[[nodiscard]] Status run_in_emulator(Steps& steps);

/// The CPU reference of a kernel, timed: what the plain loop on this machine's processor takes for the same work.
/// Publishes one Result, refined. Times are measured; nothing of the kernel is compiled or runs. Error (resolve): the
/// kernel names no CPU reference.
[[nodiscard]] Status time_reference(Steps& steps);

}  // namespace warpscope::worker
