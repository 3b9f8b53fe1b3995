#include "worker/pipelines/emulator_pipeline.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "worker/attachments/preview.h"
#include "worker/emulation/analysis.h"
#include "worker/emulation/fit_sizes.h"
#include "worker/record/emulator_trace.h"
#include "worker/report/report.h"
#include "worker/report/sass_of.h"
#include "worker/verify/expected_fault.h"
#include "worker/verify/reference_kernel.h"
#include "worker/verify/verify_on_host.h"

namespace warpscope::worker {
namespace {

using lab::BlockChoice;

bool only_unwritten(const std::vector<emulator::Fault>& faults) {
  return std::all_of(faults.begin(), faults.end(),
                     [](const emulator::Fault& fault) { return fault.kind == FaultKind::unwritten; });
}

class EmulatorPipeline {
 public:
  EmulatorPipeline(const lab::Experiment& experiment, WorkerContext& context, const Listener& listener, Steps& steps)
      : experiment_(experiment), context_(context), listener_(listener), steps_(steps) {}

  Step<void> run() {
    steps_.tell(lab::Progress::Activity::started, "starting " + experiment_.kernel.id);
    using Part = Step<void> (EmulatorPipeline::*)();
    for (const Part part : {&EmulatorPipeline::compile, &EmulatorPipeline::emulate, &EmulatorPipeline::verify,
                            &EmulatorPipeline::finish}) {
      if (steps_.abandoned()) return abandoned();
      TRY_STATUS((this->*part)());
    }
    return {};
  }

 private:
  static tl::unexpected<Stop> abandoned() { return tl::unexpected(Stop{true, false, {}}); }
  tl::unexpected<Stop> stop(FaultKind kind, Error error) const {
    return stopped({fault_of(kind, std::move(error), experiment_.kernel)});
  }
  void publish(lab::Stage stage) {
    steps_.result().stage = stage;
    listener_.publish(steps_.result());
  }

  /// Whether something is wanted that chosen blocks do not give.
  [[nodiscard]] bool whole_plan_wanted() const {
    return experiment_.verify || experiment_.preview || !experiment_.dump.empty() || !experiment_.analyse ||
           experiment_.blocks.kind == BlockChoice::Kind::all;
  }

  Step<void> compile() {
    TRY_STATUS(steps_.resolve());
    // Of the GPU that may be here nothing is used.
    lab::Machine& machine = steps_.result().machine;
    machine = {machine.host, "", "", "", machine.nvrtc, "", 0, 0, 0, 0};
    TRY_STATUS(steps_.compile());
    publish(lab::Stage::compiled);
    if (experiment_.verify && !steps_.plan().check.same_as.empty()) {
      reference_ = ReferenceKernel::make(experiment_, lab::Backend::emulator, steps_, context_, listener_);
    }
    return {};
  }

  Step<void> emulate() {
    TRY(const auto program, steps_.program());
    steps_.tell(lab::Progress::Activity::emulating, "emulating " + experiment_.kernel.id);
    const Deadline deadline{std::chrono::steady_clock::now() + experiment_.timeout,
                            [this] { return steps_.abandoned(); }};
    const auto dependent = emulator::has_inter_block_dependencies(program->module, steps_.plan());
    if (!dependent) return stop(FaultKind::emulator, dependent.error());
    // Before the whole plan takes its time.
    emulator_trace_.record_soon();
    if (experiment_.trace && !emulator_trace_.is_late()) publish(steps_.result().stage);
    const bool whole = whole_plan_wanted() || *dependent;
    if (whole) TRY_STATUS(fit(*program, deadline));
    TRY_STATUS(whole ? run_whole(*program, deadline) : run_chosen(*program, deadline));
    return run_reference(deadline);
  }

  /// For the comparison that follows. What is wrong with the reference kernel is said behind what was found out without
  /// it.
  Step<void> run_reference(const Deadline& deadline) {
    if (!reference_ || !only_unwritten(outcome_.faults)) return {};
    if (!*reference_) return tl::unexpected(reference_->error());
    steps_.tell(lab::Progress::Activity::emulating, "emulating " + steps_.plan().check.same_as);
    TRY(reference_output_, (**reference_)->run_in_emulator(steps_, deadline));
    if (!reference_output_.note.empty()) steps_.result().notes.push_back(reference_output_.note);
    return {};
  }

  /// Sizes that the user gave stay as they are, or are refused.
  Step<void> fit(const EmulatedProgram& program, const Deadline& deadline) {
    // What was read from a file belongs to the sizes as they are.
    catalogue::Values kept = experiment_.values;
    if (!experiment_.inputs.empty()) {
      for (const auto& [name, size] : steps_.plan().sizes) kept[name] = size;
    }
    auto fitted =
        fit_sizes(program.module, steps_.kernel(), steps_.plan(), experiment_, kept, wanted_seconds, deadline);
    if (!fitted) return stop(FaultKind::emulator, fitted.error());
    const double limit = std::chrono::duration<double>(experiment_.timeout).count();
    if (fitted->estimate.seconds > limit) {
      const std::string would_take =
          fmt::format("would take {} for {}", text_of(fitted->estimate), sizes_text(steps_.kernel(), fitted->plan));
      // A block that did not end may be endless: then that is what must be found.
      if (fitted->estimate.at_least) {
        outlook_ = would_take;
      } else {
        return stop(FaultKind::too_large,
                    {fmt::format("the emulator {}, {:.3g} s are allowed", would_take, limit), "",
                     "choose smaller sizes, trace fewer blocks with --blocks, or give more time with --timeout"});
      }
    }
    if (!fitted->note.empty()) {
      steps_.result().notes.push_back(std::move(fitted->note));
      steps_.replace_plan(std::move(fitted->plan));
    }
    return {};
  }

  [[nodiscard]] emulator::Options options() const {
    emulator::Options options = options_for(experiment_);
    options.step_budget = step_budget_for(experiment_);
    return options;
  }

  Step<void> run_whole(const EmulatedProgram& program, const Deadline& deadline) {
    return take(count(program, options(), deadline), deadline);
  }

  Step<void> run_chosen(const EmulatedProgram& program, const Deadline& deadline) {
    const std::uint64_t grid = steps_.plan().launches.front().grid.count();
    emulator::Options chosen = options();
    if (experiment_.blocks.kind == BlockChoice::Kind::range) {
      chosen.blocks = blocks_in(experiment_.blocks, grid);
    } else {
      chosen.blocks = spread_blocks(grid, max_sampled);
    }
    return take(count(program, chosen, deadline), deadline);
  }

  Expected<Counted> count(const EmulatedProgram& program, const emulator::Options& options, const Deadline& deadline) {
    if (experiment_.analyse) return run_and_count(program, steps_.plan(), options, experiment_, deadline);
    TRY(auto outcome, worker::emulate(program.module, steps_.plan(), options, deadline));
    return Counted{std::move(outcome), {}};
  }

  Step<void> take(Expected<Counted> counted, const Deadline& deadline) {
    if (!counted) return stop(FaultKind::emulator, counted.error());
    outcome_ = std::move(counted->outcome);
    lab::Result& result = steps_.result();
    result.printed = outcome_.printed;
    if (outcome_.cancelled) {
      if (deadline.is_abandoned()) return abandoned();
      const double limit = std::chrono::duration<double>(experiment_.timeout).count();
      std::string about;
      if (!outlook_.empty()) {
        about = ", and " + outlook_;
      } else if (!steps_.kernel().sizes.empty()) {
        about = " for " + sizes_text(steps_.kernel(), steps_.plan());
      }
      return stop(FaultKind::timeout,
                  {fmt::format("the emulator was not done within {:.3g} s{}", limit, about), "",
                   "choose smaller sizes, look for a loop that does not end, or give more time with --timeout"});
    }
    if (experiment_.analyse) result.metrics = std::move(counted->metrics);
    for (const emulator::Fault& fault : outcome_.faults) result.faults.push_back(fault_of(fault, experiment_.kernel));
    return {};
  }

  Step<void> verify() {
    lab::Result& result = steps_.result();
    if (!experiment_.verify) {
      publish(lab::Stage::sampled);
      return {};
    }
    // What a run that stopped at a fault left behind tells nothing more.
    if (only_unwritten(outcome_.faults)) {
      steps_.tell(lab::Progress::Activity::verifying, "verifying " + experiment_.kernel.id);
      TRY_STATUS(compare());
    } else if (result.expected == FaultKind::none) {
      result.notes.emplace_back("the output was not verified, because the run stopped at a fault");
    }
    verify_expected_fault(result);
    if (experiment_.preview) result.preview = host_preview(steps_.plan(), outcome_.buffers);
    publish(lab::Stage::verified);
    return {};
  }

  Step<void> compare() {
    lab::Result& result = steps_.result();
    auto verdict = verify_on_host(steps_.plan(), outcome_.buffers, experiment_.inputs, reference_output_.bytes);
    if (!verdict) return stop(FaultKind::resolve, verdict.error());
    if (reference_) verdict->method = reference_output_.method;
    result.verification = verification_of(*verdict, steps_.plan());
    if (!result.faults.empty()) result.verification->passed = false;
    for (lab::Fault& fault : faults_of(*verdict, steps_.plan(), experiment_.kernel)) {
      // Of what was never written the emulator knows as much, from watching instead of from the poison.
      const bool known = std::any_of(result.faults.begin(), result.faults.end(), [&](const lab::Fault& other) {
        return other.kind == fault.kind && other.buffer == fault.buffer;
      });
      if (!known) result.faults.push_back(std::move(fault));
    }
    return {};
  }

  Step<void> finish() {
    lab::Result& result = steps_.result();
    if (experiment_.disassemble) result.sass = sass_of(steps_.compiled().cubin, steps_.nvdisasm());
    if (!experiment_.verify && experiment_.preview) result.preview = host_preview(steps_.plan(), outcome_.buffers);
    for (const std::string& name : experiment_.dump) {
      const auto& buffers = steps_.plan().buffers;
      const auto found = std::find_if(buffers.begin(), buffers.end(),
                                      [&](const catalogue::Buffer& buffer) { return buffer.name == name; });
      if (found == buffers.end()) return stop(FaultKind::resolve, {"the kernel has no buffer '" + name + "'", "", ""});
      result.dumps[name] = outcome_.buffers.at(static_cast<std::size_t>(found - buffers.begin()));
    }
    if (emulator_trace_.is_late()) emulator_trace_.record_late();
    publish(lab::Stage::refined);
    return {};
  }

  const lab::Experiment& experiment_;
  WorkerContext& context_;
  const Listener& listener_;
  Steps& steps_;
  emulator::Outcome outcome_;
  std::string outlook_;  ///< "would take ..."; empty where that is no more than is allowed
  std::optional<Step<std::unique_ptr<ReferenceKernel>>> reference_;  ///< of a plan that is compared with one
  ReferenceOutput reference_output_;
  EmulatorTrace emulator_trace_{steps_, experiment_};
};

}  // namespace

Step<void> run_in_emulator(const lab::Experiment& experiment, WorkerContext& context, const Listener& listener,
                           Steps& steps) {
  return EmulatorPipeline(experiment, context, listener, steps).run();
}

}  // namespace warpscope::worker
