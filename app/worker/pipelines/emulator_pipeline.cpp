#include "worker/messages.h"
#include "worker/pipelines/experiment_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <utility>

#include "simulator/plan/blocks.h"
#include "worker/attachments/preview.h"
#include "worker/emulation/analysis.h"
#include "worker/emulation/fit_sizes.h"
#include "worker/pipelines/prediction.h"
#include "worker/record/record.h"
#include "worker/report/report.h"
#include "worker/verify/reference_kernel.h"
#include "worker/verify/verify_on_host.h"

namespace lanescope::worker {
namespace {

using experiments::BlockChoice;

/// The time within which blocks for a prediction are executed; the rest of the result must not wait longer for it.
constexpr std::chrono::milliseconds prediction_limit{1000};

/// The share of the time limit, on cores_of_defaults, from which on chosen blocks stand for all, and that they may
/// take: an estimate is no more exact than that.
constexpr int sampled_percent = 20;

bool only_unwritten(const std::vector<emulator::Fault>& faults) {
  return std::all_of(faults.begin(), faults.end(),
                     [](const emulator::Fault& fault) { return fault.kind == FaultKind::unwritten; });
}

class EmulatorPipeline {
 public:
  explicit EmulatorPipeline(ExperimentRun& run) : run_(run) {}

  Status run() {
    return run_parts(*this, run_,
                     {&EmulatorPipeline::compile, &EmulatorPipeline::predict, &EmulatorPipeline::emulate,
                      &EmulatorPipeline::verify, &EmulatorPipeline::finish});
  }

 private:
  Status compile() {
    TRY_STATUS(run_.resolve());
    // The result names no GPU, because none is used.
    experiments::Machine& machine = run_.result().machine;
    machine = {machine.host, "", "", "", machine.nvrtc, "", 0, 0, 0, 0};
    TRY_STATUS(run_.compile());
    run_.publish(experiments::ResultStage::compiled);
    reference_ = ReferenceKernel::of(run_);
    return {};
  }

  Status predict() {
    TRY_STATUS(add_prediction(run_, prediction_limit));
    const experiments::Result& result = run_.result();
    const bool declined = !result.without_prediction.empty();
    if (declined) run_.add_note(message<"note.no_prediction">(result.without_prediction));
    // A window shows it while the emulator runs the whole plan, which may take a hundred times as long.
    if (result.predicted || declined) run_.publish(result.stage);
    return {};
  }

  Status emulate() {
    TRY(const auto emulation, run_.emulation());
    run_.report_progress(experiments::Progress::Activity::emulating, "emulating " + experiment_.kernel.id);
    const simulator::Deadline deadline = run_.deadline(experiment_.timeout);
    TRY(const bool dependent, with_kind(FaultKind::emulator, emulator::has_inter_block_dependencies(
                                                                 emulation.program.module, emulation.plan)));
    // The trace comes first, because the whole plan may take long.
    emulator_trace_.record_soon();
    if (experiment_.trace && !emulator_trace_.is_late()) run_.publish(run_.result().stage);
    // Whether the experiment needs something that chosen blocks do not give.
    const bool whole = experiment_.verify || experiment_.preview || !experiment_.dump.empty() || !experiment_.analyse ||
                       experiment_.blocks.kind == BlockChoice::Kind::all || dependent;
    emulator::Options options = options_for(experiment_);
    options.step_budget = step_budget_for(experiment_);
    if (whole) {
      TRY(const auto estimate, fit(emulation, deadline, target_seconds));
      TRY_STATUS(keep_within_limit(estimate, dependent));
    } else {
      // Blocks that were chosen belong to the grid as it is. Of others those that end tell more.
      const bool chosen = experiment_.blocks.kind == BlockChoice::Kind::range;
      if (!chosen) TRY_STATUS(fit(emulation, deadline, std::numeric_limits<double>::infinity()));
      const std::uint64_t grid = run_.plan().launches.front().grid.count();
      options.blocks =
          chosen ? blocks_in(experiment_.blocks, grid) : simulator::spread_blocks(grid, simulator::max_sampled);
    }
    run_.add_plan_notes();
    TRY(auto counted, with_kind(FaultKind::emulator, count(emulation, options, deadline)));
    TRY_STATUS(store(std::move(counted), deadline));
    return run_reference(deadline);
  }

  /// Runs the reference kernel for the comparison that follows. Its errors are reported after the results that do not
  /// depend on it.
  Status run_reference(const simulator::Deadline& deadline) {
    if (!only_unwritten(outcome_.faults)) return {};
    if (experiment_.verify && !run_.plan().check.file.empty()) {
      TRY(reference_output_.bytes, run_.reference_file_bytes());
    }
    if (!reference_) return {};
    TRY(reference_output_, reference_->run_in_emulator(deadline));
    if (!reference_output_.note.empty()) run_.add_note(reference_output_.note);
    return {};
  }

  /// Reduces sizes, except those that the user gave, until the plan takes `seconds`, and returns how long it will take.
  Expected<Estimate> fit(const Emulation& emulation, const simulator::Deadline& deadline, double seconds) {
    // Inputs and expected outputs that were read from a file belong to the original sizes.
    catalogue::Values kept = experiment_.values;
    if (!experiment_.inputs.empty() || !run_.plan().check.file.empty())
      kept.insert(run_.plan().sizes.begin(), run_.plan().sizes.end());
    TRY(auto fitted, with_kind(FaultKind::emulator, fit_sizes(emulation, kept, seconds, deadline)));
    if (!fitted.note.empty()) {
      run_.add_note(std::move(fitted.note));
      run_.result().requested_sizes = run_.result().sizes;
      run_.replace_plan(std::move(fitted.plan));
    }
    return fitted.estimate;
  }

  /// Where all blocks would take too long, or nearly so, lets as many run as end in time, or refuses the experiment.
  Status keep_within_limit(const Estimate& estimate, bool dependent) {
    const double limit = std::chrono::duration<double>(experiment_.timeout).count();
    const std::uint64_t grid = blocks_tell_enough() ? run_.plan().launches.front().grid.count() : 0;
    const bool may_sample = !dependent && grid > 1;
    const double share = limit * sampled_percent / 100;
    const bool ends = may_sample ? estimate.processor_seconds <= cores_of_defaults * share : estimate.seconds <= limit;
    if (ends) return {};
    const Message time = text_of(estimate);
    time_estimate_ = run_.kernel().sizes.empty()
                         ? message<"emulator.would_take_time">(time)
                         : message<"emulator.would_take">(time, sizes_text(run_.kernel(), run_.plan()));
    if (may_sample) {
      sampled_ = true;
    } else if (!estimate.at_least) {
      // A block that did not end may be endless; the run must then find that.
      return failure(FaultKind::too_large, message<"emulator.too_slow">(time_estimate_, limit), "",
                     message<"emulator.too_slow_remedy">());
    }
    return {};
  }

  /// Whether chosen blocks tell what the user wants to know: nothing is compared, and no buffer is written out.
  [[nodiscard]] bool blocks_tell_enough() const {
    return !run_.plan().check.present() && run_.plan().launches.size() == 1 && experiment_.dump.empty() &&
           experiment_.blocks.kind != BlockChoice::Kind::range && run_.result().expected == FaultKind::none;
  }

  Expected<simulator::CountedRun> count(const Emulation& emulation, const emulator::Options& options,
                                        const simulator::Deadline& deadline) {
    if (sampled_) {
      const auto time = std::chrono::duration_cast<std::chrono::steady_clock::duration>(experiment_.timeout);
      TRY(auto sample, count_sample(emulation, options, time * sampled_percent / 100, deadline));
      run_.add_note(
          message<"note.blocks_sampled">(sample.blocks, run_.plan().launches.front().grid.count(), time_estimate_));
      return std::move(sample.run);
    }
    if (experiment_.analyse) return run_and_count(emulation, options, deadline);
    TRY(auto outcome, simulator::emulate(emulation.program.module, emulation.plan, options, deadline));
    return simulator::CountedRun{std::move(outcome), {}};
  }

  Status store(simulator::CountedRun counted, const simulator::Deadline& deadline) {
    outcome_ = std::move(counted.outcome);
    experiments::Result& result = run_.result();
    result.printed = outcome_.printed;
    for (const Message& note : outcome_.notes) run_.add_note(note);
    if (outcome_.cancelled) {
      if (deadline.is_abandoned()) return run_.fail_if_abandoned();
      const double limit = std::chrono::duration<double>(experiment_.timeout).count();
      Message what = !time_estimate_.empty() ? message<"emulator.time_limit_with_estimate">(limit, time_estimate_)
                     : run_.kernel().sizes.empty()
                         ? message<"emulator.time_limit">(limit)
                         : message<"emulator.time_limit_for">(limit, sizes_text(run_.kernel(), run_.plan()));
      Place where;
      if (outcome_.open_at) {
        const experiments::Fault open = fault_of(*outcome_.open_at, experiment_.kernel);
        what = message<"emulator.time_limit_at">(what, open.message);
        where = Place(Message(open.file), open.line);
      }
      return failure(FaultKind::timeout, what, std::move(where), message<"emulator.time_limit_remedy">());
    }
    if (experiment_.analyse) result.metrics = std::move(counted.metrics);
    run_.add_faults(outcome_.faults);
    // A program that is wrong has no time that would mean anything.
    if (!only_unwritten(outcome_.faults)) result.predicted.reset();
    return {};
  }

  Status verify() {
    experiments::Result& result = run_.result();
    if (experiment_.verify && !sampled_) {
      // The buffers of a run that stopped at a fault say nothing more.
      if (only_unwritten(outcome_.faults)) {
        run_.report_progress(experiments::Progress::Activity::verifying, "verifying " + experiment_.kernel.id);
        TRY_STATUS(compare());
      } else if (result.expected == FaultKind::none) {
        run_.add_note(message<"note.not_verified">());
      }
      verify_expected_fault(result);
      add_preview();
    }
    run_.publish(experiment_.verify ? experiments::ResultStage::verified : experiments::ResultStage::sampled);
    return {};
  }

  Status compare() {
    experiments::Result& result = run_.result();
    TRY(auto verdict, verify_on_host(run_.plan(), outcome_.views(), experiment_.inputs, reference_output_.bytes));
    if (reference_) verdict.method = reference_output_.method;
    if (!result.faults.empty()) verdict.passed = false;
    for (experiments::Fault& fault : faults_of(verdict, run_.plan(), experiment_.kernel)) {
      // The emulator watches stores and has already reported the unwritten elements that the comparison finds.
      const bool known = std::any_of(result.faults.begin(), result.faults.end(), [&](const experiments::Fault& other) {
        return other.kind == fault.kind && other.memory == fault.memory;
      });
      if (!known) result.faults.push_back(std::move(fault));
    }
    result.verification = std::move(verdict);
    return {};
  }

  void add_preview() {
    if (experiment_.preview) run_.result().preview = host_preview(run_.plan(), outcome_.views());
  }

  Status finish() {
    run_.disassemble();
    if (!experiment_.verify) add_preview();
    for (const std::string& name : experiment_.dump) {
      const auto& buffers = run_.plan().buffers;
      const auto found = std::ranges::find(buffers, name, &catalogue::Buffer::name);
      if (found == buffers.end()) return failure(message<"buffer.unknown">(name));
      const auto& bytes = outcome_.buffers.at(static_cast<std::size_t>(found - buffers.begin()));
      run_.result().dumps[name].assign(bytes.begin(), bytes.end());
    }
    // A late trace runs the whole plan once more, with buffers of its own.
    outcome_.buffers.clear();
    if (emulator_trace_.is_late()) emulator_trace_.record_late();
    run_.publish(experiments::ResultStage::refined);
    return {};
  }

  ExperimentRun& run_;
  const experiments::Experiment& experiment_ = run_.experiment();
  emulator::Outcome outcome_;
  bool sampled_ = false;                        ///< Only chosen blocks run, because all of them would take too long.
  Message time_estimate_;                       ///< "would take ..."; empty when the estimate is within the limit
  std::unique_ptr<ReferenceKernel> reference_;  ///< of a plan that is compared with another kernel
  ReferenceOutput reference_output_;
  EmulatorTrace emulator_trace_{run_};
};

}  // namespace

Status run_in_emulator(ExperimentRun& run) {
  return EmulatorPipeline(run).run();
}

}  // namespace lanescope::worker
