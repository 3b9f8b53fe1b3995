#include "worker/pipelines/execute.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>

#include "lab/sweep/sweep_key.h"
#include "worker/attachments/preview.h"
#include "worker/emulation/analysis.h"
#include "worker/emulation/preflight.h"
#include "worker/pipelines/cpu_pipeline.h"
#include "worker/pipelines/emulator_pipeline.h"
#include "worker/pipelines/steps.h"
#include "worker/record/emulator_trace.h"
#include "worker/record/record_heat.h"
#include "worker/record/record_on_gpu.h"
#include "worker/report/report.h"
#include "worker/report/sass_of.h"
#include "worker/verify/reference_kernel.h"

namespace warpscope::worker {
namespace {

/// For the first number after a knob has moved: a few milliseconds.
constexpr gpu::TimingRequest first_glance{gpu::Caches::hot, 1.5, 3, 50, 0.5};
/// The most samples of a refined timing: as many as travel.
constexpr std::uint32_t max_refined = max_recent;
/// For the metrics beside a measurement: panels follow a slider.
constexpr std::chrono::milliseconds analysis_limit{50};

std::string memcpy_text(std::uint64_t bytes) {
  return fmt::format("cudaMemcpy of {} MiB", bytes >> 20);
}

/// The list with the note in it, once.
std::vector<std::string> with(std::vector<std::string> notes, std::string note) {
  if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(std::move(note));
  return notes;
}

/// The pipeline on a GPU. Each step publishes, then asks whether anybody still wants the next one.
class Pipeline {
 public:
  Pipeline(const lab::Experiment& experiment, WorkerContext& context, const Listener& listener, Steps& steps)
      : experiment_(experiment), context_(context), listener_(listener), steps_(steps) {}

  Step<void> run() {
    steps_.tell(lab::Progress::Activity::started, "starting " + experiment_.kernel.id);
    for (const auto step : {&Pipeline::compile, &Pipeline::sample, &Pipeline::verify, &Pipeline::refine}) {
      if (steps_.abandoned()) return tl::unexpected(Stop{true, false, {}});
      TRY_STATUS((this->*step)());
    }
    return {};
  }

 private:
  void publish(lab::Stage stage) {
    steps_.result().stage = stage;
    listener_.publish(steps_.result());
  }
  tl::unexpected<Stop> stop(const Error& failure) { return tl::unexpected(steps_.stop_for(failure)); }

  Step<void> compile() {
    TRY_STATUS(steps_.resolve());
    TRY_STATUS(steps_.compile());
    publish(lab::Stage::compiled);
    if (experiment_.verify && !steps_.plan().check.same_as.empty()) {
      reference_ = ReferenceKernel::make(experiment_, lab::Backend::gpu, steps_, context_, listener_);
    }
    return {};
  }

  Step<void> sample() {
    TRY_STATUS(steps_.open());
    TRY_STATUS(examine());
    TRY_STATUS(steps_.prepare());
    // Alone first: a failure then names the launch that caused it.
    if (auto ran = steps_.execution().run(); !ran) return stop(ran.error());
    TRY_STATUS(time(first_glance));
    publish(lab::Stage::sampled);
    add_metrics();
    return add_trace();
  }

  /// In the emulator, before the first launch of what is new. A fault keeps the GPU from it.
  Step<void> examine() {
    if (experiment_.proceed) return waive_promise();
    TRY(auto faults, preflight(steps_, context_, experiment_, steps_.result().expected != FaultKind::none));
    if (!faults) return {};
    return block_launch(std::move(*faults));
  }

  /// A promised fault shows on a GPU as whatever it breaks there, or not at all: that keeps or breaks no promise.
  Step<void> waive_promise() {
    lab::Result& result = steps_.result();
    if (result.expected == FaultKind::none) return {};
    result.notes.push_back(
        fmt::format("the kernel promises the fault {}, which only the emulator recognises", name_of(result.expected)));
    result.expected = FaultKind::none;
    return {};
  }

  Step<void> block_launch(std::vector<lab::Fault> faults) {
    lab::Result& result = steps_.result();
    result.launch_blocked = true;
    if (faults.empty()) {
      faults.emplace_back();
      faults.back().kind = FaultKind::held;
      faults.back().message = fmt::format("the kernel promises the fault {}", name_of(result.expected));
      faults.back().file = experiment_.kernel.path;
      faults.back().remedy = "the emulator shows it";
    }
    for (lab::Fault& fault : faults) {
      fault.remedy += fmt::format("{}nothing was launched on the GPU", fault.remedy.empty() ? "" : "; ");
    }
    return stopped(std::move(faults));
  }

  /// From addresses, beside what was measured. Without them the numbers are as good.
  void add_metrics() {
    if (!experiment_.analyse || counts_on_gpu(experiment_)) return;
    const auto program = steps_.program();
    lab::Result& result = steps_.result();
    if (!program) {
      result.notes.push_back("no sectors and wavefronts: " + program.error().faults.at(0).message);
      return;
    }
    const Deadline deadline{std::chrono::steady_clock::now() + analysis_limit, [this] { return steps_.abandoned(); }};
    Analysis analysis = analyse(**program, steps_.kernel(), steps_.plan(), experiment_, deadline);
    result.metrics = std::move(analysis.metrics);
    if (!analysis.note.empty()) result.notes.push_back(std::move(analysis.note));
  }

  /// For the views.
  Step<void> add_trace() {
    if (experiment_.trace && experiment_.trace->source == trace::Trace::Source::instrumented) return record_here();
    emulator_trace_.record_soon();
    return {};
  }

  /// The kernel writes its own accesses down.
  Step<void> record_here() {
    TRY(auto recorded, record_on_gpu(steps_, context_, experiment_));
    if (recorded.metrics) steps_.result().metrics = std::move(recorded.metrics);
    take(std::move(recorded.recorded), steps_.result());
    return steps_.prepare_again();
  }

  Step<void> verify() {
    if (!experiment_.verify) {
      // Fresh buffers after exactly one run, as a verification would leave them.
      if (auto ran = steps_.execution().run(); !ran) return stop(ran.error());
    } else {
      steps_.tell(lab::Progress::Activity::verifying, "verifying " + experiment_.kernel.id);
      TRY(const auto expected, output_of_reference());
      const auto verdict = steps_.execution().verify(expected);
      if (!verdict) return stop(verdict.error());
      steps_.result().verification = verification_of(*verdict, steps_.plan());
      for (lab::Fault& fault : faults_of(*verdict, steps_.plan(), experiment_.kernel)) {
        steps_.result().faults.push_back(std::move(fault));
      }
    }
    TRY_STATUS(dump());
    if (steps_.abandoned()) return tl::unexpected(Stop{true, false, {}});
    TRY_STATUS(draw());
    if (experiment_.verify) {
      publish(lab::Stage::verified);
    } else if (experiment_.preview) {
      publish(
          lab::Stage::sampled);  // once more, now with the picture: it holds its slot only if the window hears of it
    }
    return {};
  }

  /// Empty for a plan that is compared with no other kernel. What is wrong with the other one is said only here: the
  /// first number of this one is as good without it.
  Step<std::vector<std::byte>> output_of_reference() {
    if (!reference_) return {};
    if (!*reference_) return tl::unexpected(reference_->error());
    steps_.tell(lab::Progress::Activity::verifying, "running " + steps_.plan().check.same_as + " to compare with it");
    TRY(auto output, (**reference_)->run_on_device(steps_));
    TRY_STATUS(steps_.prepare_again());
    return std::move(output.bytes);
  }

  Step<void> refine() {
    steps_.tell(lab::Progress::Activity::measuring, "measuring " + experiment_.kernel.id);
    gpu::TimingRequest request;
    request.budget_ms = static_cast<double>(experiment_.budget.count()) / 2;  // cold, and hot
    request.max_samples = max_refined;
    TRY_STATUS(time(request));
    // A timing that was cut short is no refined one.
    if (steps_.abandoned()) return tl::unexpected(Stop{true, false, {}});
    TRY_STATUS(compare_with_copies());
    steps_.result().dumps = std::move(dumps_);
    if (experiment_.disassemble) steps_.result().sass = sass_of(steps_.compiled().cubin, steps_.nvdisasm());
    if (emulator_trace_.is_late()) {
      publish(steps_.result().stage);
      emulator_trace_.record_late();
    }
    TRY_STATUS(add_heat());
    publish(lab::Stage::refined);
    return {};
  }

  /// For the view of whole matrices, behind everything else.
  Step<void> add_heat() {
    if (!experiment_.trace || experiment_.trace->max_heat_records == 0) return {};
    publish(steps_.result().stage);
    if (steps_.abandoned()) return tl::unexpected(Stop{true, false, {}});
    TRY(auto recorded, record_heat(steps_, context_, experiment_));
    lab::Result& result = steps_.result();
    result.heat = std::move(recorded.heat);
    if (!recorded.note.empty()) result.notes = with(std::move(result.notes), std::move(recorded.note));
    return {};
  }

  /// With cold caches, where that can be had, and with hot ones.
  Step<void> time(gpu::TimingRequest request) {
    gpu::Execution& execution = steps_.execution();
    lab::Result& result = steps_.result();
    for (const gpu::Caches caches : {gpu::Caches::cold, gpu::Caches::hot}) {
      const bool cold = caches == gpu::Caches::cold;
      if (cold && !execution.no_cold().empty()) {
        if (!result.cold) result.notes = with(std::move(result.notes), "no cold time: " + execution.no_cold());
        continue;
      }
      request.caches = caches;
      const auto timing = execution.time(request, [this] { return steps_.abandoned(); });
      if (!timing) return stop(timing.error());
      (cold ? result.cold : result.hot) = samples_of(*timing);
      result.recent = recent_of(*timing);
    }
    result.clock_mhz = result.time()->clock_mhz;
    const auto empty = execution.empty_interval();
    if (!empty) return stop(empty.error());
    result.empty_ms = *empty;
    return {};
  }

  /// What a copy reaches on this device: cudaMemcpy, measured once, and every kernel that was found to copy.
  Step<void> compare_with_copies() {
    OpenDevice& device = steps_.device();
    lab::Result& result = steps_.result();
    if (!device.asked_for_memcpy) {
      device.asked_for_memcpy = true;
      const auto copy = device.session->copy_rate();
      if (!copy) return stop(copy.error());
      if (*copy) device.best_copy = lab::CopyRate{(*copy)->gb_per_s, memcpy_text((*copy)->bytes)};
    }
    const bool copies = steps_.plan().check.reference == "copy" && result.verification && result.verification->passed;
    if (const auto rate = result.gb_per_s(); copies && rate) {
      if (!device.best_copy || device.best_copy->gb_per_s < *rate)
        device.best_copy = {*rate, result.kernel + " " + lab::setting_text(result)};
    }
    result.best_copy = device.best_copy;
    return {};
  }

  /// Before the refined timing runs the plan again and again over the same buffers.
  Step<void> dump() {
    for (const std::string& buffer : experiment_.dump) {
      auto bytes = steps_.execution().read(buffer);
      if (!bytes) return stop(bytes.error());
      dumps_[buffer] = std::move(*bytes);
    }
    return {};
  }

  Step<void> draw() {
    if (!experiment_.preview) return {};
    auto preview = make_preview(steps_.execution(), context_.functions(), steps_.device().previews, context_.slots(),
                                experiment_.interop);
    if (preview) {
      steps_.result().preview = std::move(*preview);
    } else if (preview.error().context_lost) {
      return stop(preview.error());
    } else {
      // The numbers are good without a picture.
      fmt::print(stderr, "no preview: {}\n", preview.error().what);
    }
    return {};
  }

  const lab::Experiment& experiment_;
  WorkerContext& context_;
  const Listener& listener_;
  Steps& steps_;
  std::optional<Step<std::unique_ptr<ReferenceKernel>>> reference_;  ///< of a plan that is compared with one
  std::map<std::string, std::vector<std::byte>> dumps_;
  EmulatorTrace emulator_trace_{steps_, experiment_};
};

Step<void> run_on(lab::Backend backend, const lab::Experiment& experiment, WorkerContext& context,
                  const Listener& listener, Steps& steps) {
  switch (backend) {
    case lab::Backend::emulator:
      return run_in_emulator(experiment, context, listener, steps);
    case lab::Backend::cpu:
      return time_reference(experiment, listener, steps);
    case lab::Backend::automatic:
    case lab::Backend::gpu:
      break;
  }
  return Pipeline(experiment, context, listener, steps).run();
}

}  // namespace

Completion execute(const lab::Experiment& experiment, std::uint64_t request, WorkerContext& context,
                   const Listener& listener) {
  const lab::Backend backend = backend_for(experiment, context);
  Steps steps(experiment, backend, request, context, listener);
  const Step<void> done = run_on(backend, experiment, context, listener, steps);
  if (done) return Completion::finished;
  if (done.error().abandoned) {
    steps.tell(lab::Progress::Activity::abandoned, "abandoned " + experiment.kernel.id);
    return Completion::abandoned;
  }
  lab::Result& result = steps.result();
  result.stage = lab::Stage::failed;
  result.faults.insert(result.faults.end(), done.error().faults.begin(), done.error().faults.end());
  listener.publish(result);
  return done.error().context_lost ? Completion::context_lost : Completion::finished;
}

}  // namespace warpscope::worker
