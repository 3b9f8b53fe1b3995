// One experiment on its way through a pipeline, and the steps that pipelines share. Each step adds to the Result.
#pragma once

#include <algorithm>
#include <chrono>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "experiments/experiment.h"
#include "experiments/result.h"
#include "model/hardware/devices.h"
#include "simulator/plan/emulate.h"
#include "simulator/plan/predict_plan.h"
#include "simulator/plan/program.h"
#include "worker/emulation/emulation.h"
#include "worker/pipelines/execute.h"
#include "worker/pipelines/worker_context.h"

namespace lanescope::worker {

/// Returns the backend that an experiment runs on. `automatic` means the GPU when there is one or one was asked for,
/// and the emulator otherwise, for a target that names another GPU, and for kernels that promise a fault.
[[nodiscard]] experiments::Backend backend_for(const experiments::Experiment& experiment, const WorkerContext& context);

/// Returns the error of a step whose faults are already in the Result.
[[nodiscard]] inline tl::unexpected<Error> already_reported() {
  return failure(FaultKind::none, "");
}
/// Whether the experiment cannot go on; other errors only leave one part out of its Result.
[[nodiscard]] inline bool is_final(const Error& error) {
  return error.context_lost || error.kind == FaultKind::abandoned;
}

/// One running experiment: the Result so far, and what its steps need of each other (plan, program, device). A step
/// that does not lead to the next one returns an error: of kind abandoned when nobody waits for it any more, of kind
/// none when its faults are in the Result, else one that mark_failed() turns into a fault.
class ExperimentRun {
 public:
  /// `backend` is never automatic.
  ExperimentRun(const experiments::Experiment& experiment, experiments::Backend backend, std::uint64_t request,
                WorkerContext& context, const Listener& listener);

  /// Reads the kernel file and applies the values: stage resolved.
  [[nodiscard]] Status resolve();
  /// Compiles for the experiment's target, else the device's, else 9.0: stage compiled. It needs no GPU.
  [[nodiscard]] Status compile();
  /// Compiles only to know the types of a kernel's parameters (Experiment::types_of), for the same target, and
  /// publishes them: stage refined. It needs no front matter.
  [[nodiscard]] Status find_parameter_types();
  /// Opens the device. It fails with kind no_device, or with kind launch for a target that the device does not run.
  [[nodiscard]] Status open();
  /// Makes the plan ready on the open device. It fails as gpu::DeviceSession::prepare() does.
  [[nodiscard]] Status prepare();
  /// Prepares the plan again after another plan has used the device's memory.
  [[nodiscard]] Status prepare_again();
  /// Launches another entry instead of the one that all launches of the plan have. It comes before compile(), and
  /// plans that come later follow it. It fails when the launches have more than one entry.
  [[nodiscard]] Status use_entry(const std::string& entry);
  /// Returns the elements of the file that the check names. It fails when the file is not at hand or does not fit.
  [[nodiscard]] Expected<std::vector<std::byte>> reference_file_bytes() const;
  /// Takes a plan of the same kernel with other sizes, after compile().
  void replace_plan(catalogue::LaunchPlan plan);
  /// Keeps what the caches answered the blocks that the time was predicted from, and gives the levels of it to the
  /// trace of the Result, now or when it is recorded.
  void set_served(simulator::ServedPlan served);
  /// Returns the levels of a trace of the plan, as far as a prediction was made; else nothing.
  [[nodiscard]] std::vector<predict::LaneLevels> levels_of(const trace::Trace& shown) const;

  /// Adds Result::sass when it is asked for. It comes after the numbers, because it may take half a second.
  void disassemble();

  /// Reads the compiled program for the emulator on first use. It fails with kind emulator.
  [[nodiscard]] Expected<const simulator::Program*> program();
  /// Returns the program together with its kernel, plan and experiment.
  [[nodiscard]] Expected<Emulation> emulation();
  /// Compiles and loads the kernels that gather traces on the open device, on first use. It fails as compile() does.
  [[nodiscard]] Expected<gpu::HeatGatherer*> gatherer();

  void report_progress(experiments::Progress::Activity step, std::string text) const;
  void publish(experiments::ResultStage stage);
  /// Makes the Result a failed one with this error as a fault; it does not publish.
  void mark_failed(const Error& error);
  void add_note(Message note) { result_.notes.push_back(std::move(note)); }
  /// Adds what the plan notes about itself, once it stays as it is.
  void add_plan_notes() { std::ranges::copy(plan_.notes, std::back_inserter(result_.notes)); }
  /// Adds the faults that the emulator found to the Result.
  void add_faults(const std::vector<emulator::Fault>& faults);
  [[nodiscard]] bool abandoned() const { return listener_.abandoned && listener_.abandoned(); }
  /// Fails with kind abandoned when nobody waits for the results any more.
  [[nodiscard]] Status fail_if_abandoned() const;
  /// Returns a deadline after `limit`, which also ends when nobody waits any more.
  [[nodiscard]] simulator::Deadline deadline(std::chrono::milliseconds limit) const;
  /// Returns the text of an error of this kernel, for a note.
  [[nodiscard]] Message message_of(const Error& error) const;

  [[nodiscard]] const experiments::Experiment& experiment() const noexcept { return experiment_; }
  [[nodiscard]] WorkerContext& context() const noexcept { return context_; }
  [[nodiscard]] const Listener& listener() const noexcept { return listener_; }
  [[nodiscard]] experiments::Result& result() noexcept { return result_; }
  [[nodiscard]] const catalogue::Kernel& kernel() const noexcept { return kernel_; }
  [[nodiscard]] const catalogue::LaunchPlan& plan() const noexcept { return plan_; }
  [[nodiscard]] const compiler::Compiled& compiled() const noexcept { return compiled_; }
  [[nodiscard]] gpu::Execution& execution() noexcept { return *execution_; }
  [[nodiscard]] OpenDevice& device() noexcept { return *device_; }

 private:
  [[nodiscard]] Status choose_target();
  /// Returns the request to compile the kernel file; its options and kernels are those of the plan.
  [[nodiscard]] compiler::Request source_request() const;
  /// Compiles the kernel's CUDA C++, or takes its PTX.
  [[nodiscard]] Expected<compiler::Compiled> compile_source();
  /// Returns a PTX file without the modules that do not hold the launched kernels.
  [[nodiscard]] Expected<std::string> module_of_kernels();
  /// Takes PTX that another compiler wrote and assembles it. The emulator runs it without that too.
  [[nodiscard]] Expected<compiler::Compiled> assemble_ptx();
  void report_plan();
  /// Puts into a plan what the experiment says beside knobs and sizes: another check, another entry.
  [[nodiscard]] Status apply_overrides(catalogue::LaunchPlan& plan) const;
  void report_launches();
  [[nodiscard]] Expected<compiler::Compiled> compile_with_cache(const compiler::Request& request,
                                                                const std::string& doing);
  /// Compiles one of the program's own sources for the device.
  [[nodiscard]] Expected<compiler::Compiled> compile_device_source(const char* file, std::string_view text,
                                                                   const cuda::DeviceInfo& device,
                                                                   const std::string& doing);
  [[nodiscard]] Expected<cuda::DeviceInfo> device_info() const;

  const experiments::Experiment& experiment_;
  WorkerContext& context_;
  const Listener& listener_;
  experiments::Result result_;
  catalogue::Kernel kernel_;
  catalogue::LaunchPlan plan_;
  std::string entry_;  ///< of use_entry(); empty for none
  compiler::ComputeCapability target_;
  const model::DeviceSheet* sheet_ = nullptr;  ///< of the target; null when there is none
  compiler::Compiled compiled_;
  std::optional<simulator::Program> program_;
  std::optional<simulator::ServedPlan> served_;  ///< refers to program_
  OpenDevice* device_ = nullptr;
  std::unique_ptr<gpu::Execution> execution_;
};

/// Runs the steps of a pipeline one after another while somebody waits for them.
template <class Pipeline>
[[nodiscard]] Status run_parts(Pipeline& pipeline, const ExperimentRun& run,
                               std::initializer_list<Status (Pipeline::*)()> parts) {
  for (const auto part : parts) {
    TRY_STATUS(run.fail_if_abandoned());
    TRY_STATUS((pipeline.*part)());
  }
  return {};
}

/// Runs an experiment without a GPU: compile, predict, emulate the plan, verify, count. It publishes compiled, compiled
/// once more with the prediction, verified (sampled when nothing is verified) and refined. The time is predicted, if at
/// all: that of an emulator means nothing.
[[nodiscard]] Status run_in_emulator(ExperimentRun& run);

/// Times the CPU reference of a kernel: how long the plain loop takes on this machine's processor for the same work. It
/// publishes one Result, refined, with measured times; the kernel is neither compiled nor run. It fails (resolve) when
/// the kernel names no CPU reference.
[[nodiscard]] Status time_reference(ExperimentRun& run);

}  // namespace lanescope::worker
