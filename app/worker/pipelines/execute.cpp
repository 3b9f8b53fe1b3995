#include "worker/pipelines/execute.h"
#include "worker/counters/count_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <iterator>
#include <map>
#include <memory>

#include "experiments/setting_text.h"
#include "experiments/sheet/rates.h"
#include "worker/attachments/preview.h"
#include "worker/emulation/analysis.h"
#include "worker/emulation/preflight.h"
#include "worker/messages.h"
#include "worker/pipelines/experiment_run.h"
#include "worker/pipelines/prediction.h"
#include "worker/record/record.h"
#include "worker/report/report.h"
#include "worker/verify/reference_kernel.h"

namespace lanescope::worker {
namespace {

/// The timing for the first number after a knob has moved; it takes a few milliseconds.
constexpr gpu::TimingRequest quick_timing{
    .caches = gpu::Caches::hot, .budget_ms = 1.5, .min_samples = 3, .max_samples = 50, .sample_ms = 0.5};
/// The most samples of a refined timing, which is as many as are sent.
constexpr std::uint32_t max_refined = max_recent;
/// The time limit of the metrics and of the prediction beside a measurement, because panels follow a slider.
constexpr std::chrono::milliseconds analysis_limit{50};

/// The pipeline on a GPU. Each step publishes a Result; the next one runs only if somebody still wants it.
class Pipeline {
 public:
  explicit Pipeline(ExperimentRun& run) : run_(run) {}

  Status run() {
    return run_parts(*this, run_, {&Pipeline::compile, &Pipeline::sample, &Pipeline::verify, &Pipeline::refine});
  }

 private:
  Status compile() {
    TRY_STATUS(run_.resolve());
    TRY_STATUS(run_.compile());
    run_.add_plan_notes();
    run_.publish(experiments::ResultStage::compiled);
    reference_ = ReferenceKernel::of(run_);
    return {};
  }

  Status sample() {
    TRY_STATUS(run_.open());
    TRY_STATUS(run_preflight());
    TRY_STATUS(run_.prepare());
    // The first run is alone, so that an error names the launch that caused it.
    TRY_STATUS(run_.execution().run());
    TRY_STATUS(time(quick_timing));
    run_.publish(experiments::ResultStage::sampled);
    add_metrics();
    return add_trace();
  }

  /// Looks for faults in the emulator before the first launch of a new program. A fault prevents the launch on the GPU.
  Status run_preflight() {
    experiments::Result& result = run_.result();
    const bool promised = result.expected != FaultKind::none;
    if (!experiment_.proceed) {
      Status passed = preflight(run_, promised);
      if (!passed && passed.error().kind != FaultKind::abandoned) report_blocked_launch();
      return passed;
    }
    // On a GPU a promised fault shows as any damage or not at all, so the promise is neither kept nor broken.
    if (promised) {
      run_.add_note(message<"note.fault_only_in_emulator">(name_of(result.expected)));
      result.expected = FaultKind::none;
    }
    return {};
  }

  void report_blocked_launch() {
    experiments::Result& result = run_.result();
    result.launch_blocked = true;
    if (result.faults.empty()) {
      experiments::Fault& fault = result.faults.emplace_back();
      fault.kind = FaultKind::launch_blocked;
      fault.message = message<"expectation.only_emulator">(name_of(result.expected));
      fault.file = experiment_.kernel.path;
      fault.remedy = message<"expectation.only_emulator_remedy">();
    }
    for (experiments::Fault& fault : result.faults) {
      fault.remedy = fault.remedy.empty() ? message<"launch_blocked.nothing_launched">()
                                          : message<"launch_blocked.nothing_launched_and">(fault.remedy);
    }
  }

  /// Adds metrics that are derived from addresses. If there are none, the measured numbers are still valid.
  void add_metrics() {
    if (!counts_on_gpu(experiment_)) count_in_emulator();
  }

  void count_in_emulator() {
    if (!experiment_.analyse) return;
    const auto emulation = run_.emulation();
    if (!emulation) return run_.add_note(message<"note.no_sectors">(run_.message_of(emulation.error())));
    Analysis analysis = analyse(*emulation, run_.deadline(analysis_limit));
    run_.result().metrics = std::move(analysis.metrics);
    if (!analysis.note.empty()) run_.add_note(std::move(analysis.note));
  }

  /// Adds the trace that the views show.
  Status add_trace() {
    if (!experiment_.trace || experiment_.trace->source != trace::Trace::Source::instrumented) {
      emulator_trace_.record_soon();
      return {};
    }
    // The kernel records its own accesses.
    TRY(auto recorded, record_on_gpu(run_));
    if (!recorded.unrecorded.empty()) {
      run_.add_note(message<"note.accesses_of_emulator">(recorded.unrecorded));
      if (counts_on_gpu(experiment_)) count_in_emulator();
      emulator_trace_.record_soon();
      return {};
    }
    if (recorded.metrics) run_.result().metrics = std::move(recorded.metrics);
    store(std::move(recorded.recorded), run_.result());
    return run_.prepare_again();
  }

  Status verify() {
    if (!experiment_.verify) {
      // One run on fresh buffers leaves them as a verification would.
      TRY_STATUS(run_.execution().run());
    } else {
      run_.report_progress(experiments::Progress::Activity::verifying, "verifying " + experiment_.kernel.id);
      TRY(const auto expected, output_of_reference());
      TRY(auto verdict, run_.execution().verify(expected));
      std::ranges::move(faults_of(verdict, run_.plan(), experiment_.kernel), std::back_inserter(run_.result().faults));
      run_.result().verification = std::move(verdict);
    }
    // The buffers are read before the refined timing runs the plan repeatedly over them.
    for (const std::string& buffer : experiment_.dump) {
      TRY(dumps_[buffer], run_.execution().read(buffer));
    }
    TRY_STATUS(run_.fail_if_abandoned());
    TRY_STATUS(add_preview());
    if (experiment_.verify) {
      run_.publish(experiments::ResultStage::verified);
    } else if (experiment_.preview) {
      // The Result is published again with the picture, which holds its slot only if the window hears of it.
      run_.publish(experiments::ResultStage::sampled);
    }
    return {};
  }

  /// Returns nothing for a plan that is compared with neither a file nor another kernel. Errors of the other kernel are
  /// reported only here, because the first number of this one is valid without it.
  Expected<std::vector<std::byte>> output_of_reference() {
    if (!run_.plan().check.file.empty()) return run_.reference_file_bytes();
    if (!reference_) return {};
    TRY(auto output, reference_->run_on_device());
    TRY_STATUS(run_.prepare_again());
    return std::move(output.bytes);
  }

  Status refine() {
    run_.report_progress(experiments::Progress::Activity::measuring, "measuring " + experiment_.kernel.id);
    gpu::TimingRequest request;
    request.budget_ms = static_cast<double>(experiment_.budget.count()) / 2;  // for cold and for hot
    request.max_samples = max_refined;
    TRY_STATUS(time(request));
    // A timing that was cut short is not a refined one.
    TRY_STATUS(run_.fail_if_abandoned());
    TRY_STATUS(compare_with_copies());
    // What the model says of it stands beside the time.
    TRY_STATUS(add_prediction(run_, analysis_limit));
    run_.result().dumps = std::move(dumps_);
    run_.disassemble();
    if (emulator_trace_.is_late()) {
      run_.publish(run_.result().stage);
      emulator_trace_.record_late();
    }
    TRY_STATUS(add_counts(run_));
    TRY_STATUS(add_block_times());
    TRY_STATUS(add_heat());
    run_.publish(experiments::ResultStage::refined);
    return {};
  }

  /// Adds the accesses for the view of whole matrices, after everything else.
  Status add_heat() {
    if (!experiment_.trace || experiment_.trace->max_heat_records == 0) return {};
    experiments::Result& result = run_.result();
    run_.publish(result.stage);
    TRY_STATUS(run_.fail_if_abandoned());
    TRY(auto recorded, record_heat(run_));
    result.heat = std::move(recorded.heat);
    if (!recorded.note.empty()) note_once(std::move(recorded.note));
    return {};
  }

  /// Adds when each block ran, for the view of the grid.
  Status add_block_times() {
    if (!experiment_.trace || !experiment_.trace->block_times) return {};
    run_.publish(run_.result().stage);
    TRY_STATUS(run_.fail_if_abandoned());
    TRY(auto recorded, record_blocks(run_));
    run_.result().block_times = std::move(recorded.times);
    if (!recorded.note.empty()) note_once(std::move(recorded.note));
    return {};
  }

  /// Times with cold caches, where the device allows it, and with hot ones.
  Status time(gpu::TimingRequest request) {
    gpu::Execution& execution = run_.execution();
    experiments::Result& result = run_.result();
    for (const gpu::Caches caches : {gpu::Caches::cold, gpu::Caches::hot}) {
      const bool cold = caches == gpu::Caches::cold;
      if (cold && !execution.why_no_cold().empty()) {
        if (!result.cold) note_once(message<"note.no_cold_time">(execution.why_no_cold()));
        continue;
      }
      request.caches = caches;
      TRY(const auto timing, execution.time(request, [this] { return run_.abandoned(); }));
      (cold ? result.cold : result.hot) = samples_of(timing);
      result.recent = recent_of(timing);
    }
    result.clock_mhz = result.time()->clock_mhz;
    TRY(result.empty_ms, execution.empty_interval());
    return {};
  }

  /// Updates the best copy rate of this device from cudaMemcpy, measured once, and from every kernel that copies.
  Status compare_with_copies() {
    OpenDevice& device = run_.device();
    experiments::Result& result = run_.result();
    if (!device.memcpy_rate_known) {
      device.memcpy_rate_known = true;
      TRY(const auto copy, device.session->copy_rate());
      if (copy) device.best_copy = {copy->gb_per_s, fmt::format("cudaMemcpy of {} MiB", copy->bytes >> 20)};
    }
    const bool copies = run_.plan().check.reference == "copy" && result.verification && result.verification->passed;
    if (const auto rate = experiments::rate_of(result, experiments::Work::bytes); copies && rate) {
      if (!device.best_copy || device.best_copy->gb_per_s < rate->number)
        device.best_copy = {rate->number, result.kernel + " " + experiments::setting_text(result)};
    }
    result.best_copy = device.best_copy;
    return {};
  }

  Status add_preview() {
    if (!experiment_.preview) return {};
    WorkerContext& context = run_.context();
    auto preview = make_preview(run_.execution(), context.functions(), run_.device().previews, context.slots(),
                                experiment_.interop);
    if (preview) {
      run_.result().preview = std::move(*preview);
    } else if (preview.error().context_lost) {
      return failure(preview.error());
    } else {
      // The numbers are valid without a picture.
      fmt::print(stderr, "no preview: {}\n", preview.error().what);
    }
    return {};
  }

  void note_once(Message note) {
    const auto& notes = run_.result().notes;
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) run_.add_note(std::move(note));
  }

  ExperimentRun& run_;
  const experiments::Experiment& experiment_ = run_.experiment();
  std::unique_ptr<ReferenceKernel> reference_;  ///< of a plan that is compared with another kernel
  std::map<std::string, std::vector<std::byte>> dumps_;
  EmulatorTrace emulator_trace_{run_};
};

Status launch_once(ExperimentRun& run) {
  TRY_STATUS(run.resolve());
  TRY_STATUS(run.compile());
  TRY_STATUS(run.open());
  TRY_STATUS(run.prepare());
  TRY_STATUS(run.execution().profile());
  for (const std::string& buffer : run.experiment().dump) {
    TRY(run.result().dumps[buffer], run.execution().read(buffer));
  }
  run.result().stage = experiments::ResultStage::compiled;
  return {};
}

}  // namespace

Completion execute(const experiments::Experiment& experiment, std::uint64_t request, WorkerContext& context,
                   const Listener& listener) {
  const experiments::Backend backend =
      experiment.types_of ? experiments::Backend::emulator : backend_for(experiment, context);
  ExperimentRun run(experiment, backend, request, context, listener);
  run.report_progress(experiments::Progress::Activity::started, "starting " + experiment.kernel.id);
  if (backend != experiments::Backend::gpu) explain_missing_counts(experiment, run.result());
  const Status done = experiment.types_of                         ? run.find_parameter_types()
                      : backend == experiments::Backend::emulator ? run_in_emulator(run)
                      : backend == experiments::Backend::cpu      ? time_reference(run)
                                                                  : Pipeline(run).run();
  if (done) return Completion::finished;
  if (done.error().kind == FaultKind::abandoned) {
    run.report_progress(experiments::Progress::Activity::abandoned, "abandoned " + experiment.kernel.id);
    return Completion::abandoned;
  }
  run.mark_failed(done.error());
  listener.publish(run.result());
  return done.error().context_lost ? Completion::context_lost : Completion::finished;
}

experiments::Result profile(const experiments::Experiment& experiment) {
  WorkerContext context(usual_options());
  const Listener nobody;
  ExperimentRun run(experiment, experiments::Backend::gpu, 0, context, nobody);
  if (const Status done = launch_once(run); !done) run.mark_failed(done.error());
  return run.result();
}

}  // namespace lanescope::worker
