// Records the accesses of a few blocks in the emulator, one by one, for the animated views.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "lab/experiment.h"
#include "lab/result.h"
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

}  // namespace warpscope::worker
