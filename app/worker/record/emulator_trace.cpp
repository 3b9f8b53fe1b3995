#include "worker/record/emulator_trace.h"

#include <utility>

namespace warpscope::worker {

void take(Recorded recorded, lab::Result& result) {
  result.traced = std::move(recorded.traced);
  if (recorded.note.empty()) return;
  if (!result.traced) result.without_trace = recorded.note;
  result.notes.push_back(std::move(recorded.note));
}

Recorded EmulatorTrace::record(std::chrono::milliseconds limit) {
  const auto program = steps_.program();
  if (!program) return no_accesses(program.error().faults.at(0).message);
  const Deadline deadline{std::chrono::steady_clock::now() + limit, [this] { return steps_.abandoned(); }};
  return record_in_emulator(**program, steps_.kernel(), steps_.plan(), steps_.result().launches, experiment_, deadline);
}

void EmulatorTrace::record_soon() {
  if (!experiment_.trace) return;
  Recorded recorded = record(recording_limit);
  late_ = recorded.in_vain;
  if (!late_) take(std::move(recorded), steps_.result());
}

void EmulatorTrace::record_late() {
  take(record(late_recording_limit), steps_.result());
  late_ = false;
}

}  // namespace warpscope::worker
