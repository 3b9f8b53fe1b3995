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
#include "experiments/experiment.h"
#include "experiments/result.h"
#include "experiments/wire/heat_trace.h"
#include "gpu/trace/decode.h"
#include "gpu/trace/record.h"
#include "gpu/trace/recording_plan.h"
#include "model/metrics/metrics.h"
#include "simulator/plan/emulate.h"
#include "simulator/plan/program.h"
#include "worker/emulation/emulation.h"
#include "worker/pipelines/experiment_run.h"

namespace lanescope::worker {

/// The time limits of recording a block; views follow a slider. What takes longer is recorded after the numbers.
inline constexpr std::chrono::milliseconds recording_limit{100}, late_recording_limit{5'000};

struct Recorded {
  std::shared_ptr<analysis::Traced> traced;  ///< null when `note` says why there is none
  Message note;                              ///< "no accesses to show: " and the reason; empty with a trace
  bool timed_out = false;                    ///< there is none only because the time was too short
};

/// Returns no trace, with the reason.
[[nodiscard]] Recorded recorded_without(const Message& why);

/// Records what the experiment's TraceChoice asks for in the emulator. A plan whose blocks depend on each other runs at
/// sizes that end before the deadline. `launches` come from the compiled program and give the shared memory. It never
/// fails: the note says what went wrong, and a fault ends only the thread in which it happens.
[[nodiscard]] Recorded record_in_emulator(const Emulation& what, const std::vector<experiments::LaunchInfo>& launches,
                                          const simulator::Deadline& deadline);

/// Describes a buffer of a trace by its number. The plan's own buffers come first; behind them come variables of the
/// program, of which only the size is known.
[[nodiscard]] analysis::TracedBuffer traced_buffer(const trace::Trace::Buffer& buffer, std::size_t number,
                                                   const catalogue::LaunchPlan& plan);

/// Adds everything except the trace itself.
[[nodiscard]] analysis::Traced described(trace::Trace trace, const simulator::Program& program,
                                         const catalogue::LaunchPlan& plan,
                                         const std::vector<experiments::LaunchInfo>& launches);

/// Puts the trace of one experiment into its Result: at once when it takes no longer than recording_limit, else late,
/// so that the numbers do not wait for it.
class EmulatorTrace {
 public:
  explicit EmulatorTrace(ExperimentRun& run) : run_(run) {}

  /// Does nothing when no trace is asked for.
  void record_soon();
  /// Whether recording took longer than recording_limit, so that record_late() must still be called.
  [[nodiscard]] bool is_late() const noexcept { return late_; }
  void record_late();

 private:
  [[nodiscard]] Recorded record(std::chrono::milliseconds limit);

  ExperimentRun& run_;
  bool late_ = false;
};

/// Puts the trace into the Result, or the note that says why there is none.
void store(Recorded recorded, experiments::Result& result);

/// A plan whose kernels record their own accesses, ready to run.
struct InstrumentedRun {
  gpu::RecordingPlan recording;
  gpu::InstrumentedProgram code;
  gpu::DecodeRequest request;  ///< without the parts that only the device knows
};

/// Instruments the compiled program and the plan of `run` for the open device. It fails when nobody waits any more,
/// or when something cannot be instrumented or assembled (the error says why); both do no harm.
[[nodiscard]] Expected<InstrumentedRun> instrument(ExperimentRun& run, const gpu::RecordingChoice& choice);

/// Whether the experiment's metrics count what the GPU recorded instead of what the emulator did: it wants a chosen
/// range of blocks, or all, together with a trace from the GPU.
[[nodiscard]] bool counts_on_gpu(const experiments::Experiment& experiment);

struct RecordedOnGpu {
  Recorded recorded;
  std::optional<model::Metrics> metrics;  ///< of an experiment that counts_on_gpu(), without executions by line
  Message unrecorded;  ///< why kernels cannot record themselves, so that the emulator has to; or empty
};

/// Records what the experiment's TraceChoice asks for, at the sizes of the plan, in one run of the instrumented kernels
/// on the open device. The plan that was prepared before must be prepared again. The note names problems that do no
/// harm. It fails when nobody waits any more, or when the run fails as no run of the plan itself should.
[[nodiscard]] Expected<RecordedOnGpu> record_on_gpu(ExperimentRun& run);

struct RecordedHeat {
  std::optional<experiments::HeatTrace> heat;  ///< empty when `note` says why
  Message note;                                ///< "the whole grid is not shown: " and the reason; empty with heat
};

/// Records what TraceChoice::max_heat_records asks for, in one run of the instrumented kernels on the open device, at
/// the sizes of the plan. It covers all blocks, or only the first ones when the Trace of a few blocks in the run's
/// Result predicts more records than there is room for. With interop the records stay in GPU memory, else at most
/// experiments::max_sent_heat_records of them are sent. The plan that was prepared before must be prepared again. Notes
/// and errors are as for record_on_gpu().
[[nodiscard]] Expected<RecordedHeat> record_heat(ExperimentRun& run);

struct RecordedBlocks {
  std::shared_ptr<const trace::BlockTimes> times;  ///< null when `note` says why
  Message note;  ///< "the times of blocks are not measured: " and the reason; or empty
};

/// Records when each block runs and on which SM, in a run of kernels that write it down on the open device. The plan
/// that was prepared before must be prepared again. Notes and errors are as for record_on_gpu().
[[nodiscard]] Expected<RecordedBlocks> record_blocks(ExperimentRun& run);

/// Returns how many blocks of a grid fit, at least one, when `traced` blocks made `records` records of every kind.
[[nodiscard]] std::uint64_t blocks_that_fit(std::uint64_t grid_blocks, std::uint64_t traced, std::uint64_t records,
                                            std::uint64_t max_records);

}  // namespace lanescope::worker
