// Records accesses, one by one, for the views: those of a few blocks in the emulator or on the GPU, where the kernel
// itself writes them down, and on the GPU also those of a whole grid.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "gpu/trace/decode.h"
#include "gpu/trace/record.h"
#include "gpu/trace/recording_plan.h"
#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/wire/heat_trace.h"
#include "model/metrics/metrics.h"
#include "worker/emulation/emulate.h"
#include "worker/pipelines/steps.h"

namespace warpscope::worker {

/// For the trace of a block: views follow a slider. What takes longer is recorded behind the numbers.
inline constexpr std::chrono::milliseconds recording_limit{100}, late_recording_limit{5'000};

struct Recorded {
  std::shared_ptr<const lab::Traced> traced;  ///< null: see `note`
  std::string note;                           ///< "no accesses to show: " and why; empty with a trace
  bool in_vain = false;                       ///< only for want of time
};

/// Nothing, and why.
[[nodiscard]] Recorded no_accesses(const std::string& why);

/// What the experiment's TraceChoice asks for, executed in the emulator; of a plan whose blocks depend on each other at
/// sizes that end before the deadline. `launches`: of the compiled program, for their shared memory. Never
/// fails: what goes wrong is in the note, and a fault ends only the thread that it happens in.
[[nodiscard]] Recorded record_in_emulator(const Emulation& what, const std::vector<lab::LaunchInfo>& launches,
                                          const Deadline& deadline);

/// A buffer of a trace by its number: the plan's own, or one behind them (a variable of the program), of which nobody
/// knows more than its size.
[[nodiscard]] lab::TracedBuffer traced_buffer(const trace::Trace::Buffer& buffer, std::size_t number,
                                              const catalogue::LaunchPlan& plan);

/// Everything beside the trace itself.
[[nodiscard]] lab::Traced described(trace::Trace trace, const EmulatedProgram& program,
                                    const catalogue::LaunchPlan& plan, const std::vector<lab::LaunchInfo>& launches);

/// The trace of one experiment in its Result: at once when it takes no longer than recording_limit, else late, so that
/// the numbers do not wait for it.
class EmulatorTrace {
 public:
  explicit EmulatorTrace(Steps& steps) : steps_(steps) {}

  /// Nothing happens when no trace is asked for.
  void record_soon();
  /// Took longer than recording_limit: record_late() is still to be called.
  [[nodiscard]] bool is_late() const noexcept { return late_; }
  void record_late();

 private:
  [[nodiscard]] Recorded record(std::chrono::milliseconds limit);

  Steps& steps_;
  bool late_ = false;
};

/// The trace into the Result, or the note that says why there is none.
void take(Recorded recorded, lab::Result& result);

/// A plan whose kernels write their accesses down, made ready to run.
struct InstrumentedRun {
  gpu::RecordingPlan recording;
  gpu::InstrumentedProgram code;
  gpu::DecodeRequest request;  ///< but for what only the device knows
};

/// Of the compiled program and the plan of `steps`, for the open device. Error: abandoned, or what cannot be
/// instrumented or assembled, and why; that harms nothing.
[[nodiscard]] Expected<InstrumentedRun> instrument(Steps& steps, const gpu::RecordingChoice& choice);

/// Whether the experiment's metrics count what the GPU wrote down, instead of what the emulator did: where chosen
/// blocks or all are wanted together with a trace from the GPU.
[[nodiscard]] bool counts_on_gpu(const lab::Experiment& experiment);

struct RecordedOnGpu {
  Recorded recorded;
  std::optional<model::Metrics> metrics;  ///< of an experiment that counts_on_gpu(); without executions by line
};

/// What the experiment's TraceChoice asks for, at the sizes of the plan, from one run of the instrumented kernels on
/// the open device. The plan that was prepared before must be prepared again. What goes wrong without harm is in the
/// note. Error: nobody waits any more, or the run failed as no run of the plan itself should.
[[nodiscard]] Expected<RecordedOnGpu> record_on_gpu(Steps& steps);

struct RecordedHeat {
  std::optional<lab::HeatTrace> heat;  ///< empty: see `note`
  std::string note;                    ///< "the whole grid is not shown: " and why; empty with heat
};

/// What TraceChoice::max_heat_records asks for, from one run of the instrumented kernels on the open device, at the
/// sizes of the plan: of all blocks, or of the first ones when more would be written down than have room, as the Trace
/// of a few blocks in the steps' Result lets one expect. With interop the records stay in memory of the GPU, else they
/// are sent, lab::max_sent_heat_records at most. The plan that was prepared before must be prepared again.
/// What goes wrong without harm is in the note. Error: nobody waits any more, or the run failed as no run of the plan
/// itself should.
[[nodiscard]] Expected<RecordedHeat> record_heat(Steps& steps);

/// How many blocks of a grid fit, when `traced` blocks of it made `records` records of every kind. At least one.
[[nodiscard]] std::uint64_t blocks_that_fit(std::uint64_t grid_blocks, std::uint64_t traced, std::uint64_t records,
                                            std::uint64_t max_records);

}  // namespace warpscope::worker
