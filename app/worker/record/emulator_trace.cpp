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
  if (!program) return no_accesses(steps_.message_of(program.error()));
  return record_in_emulator(**program, steps_.kernel(), steps_.plan(), steps_.result().launches, steps_.experiment(),
                            steps_.deadline(limit));
}

void EmulatorTrace::record_soon() {
  if (!steps_.experiment().trace) return;
  Recorded recorded = record(recording_limit);
  late_ = recorded.in_vain;
  if (!late_) take(std::move(recorded), steps_.result());
}

void EmulatorTrace::record_late() {
  take(record(late_recording_limit), steps_.result());
  late_ = false;
}

}  // namespace warpscope::worker
