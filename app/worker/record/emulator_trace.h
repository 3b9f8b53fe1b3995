// When an experiment's accesses are recorded in the emulator, and where they go.
#pragma once

#include <chrono>

#include "worker/pipelines/steps.h"
#include "worker/record/record.h"

namespace warpscope::worker {

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
