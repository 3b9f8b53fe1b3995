// Counts the accesses of an experiment, whole or of the blocks that it chooses.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "base/error.h"
#include "emulator/emulator.h"
#include "model/metrics/metrics.h"
#include "simulator/plan/emulate.h"
#include "simulator/plan/run_and_count.h"
#include "worker/emulation/emulation.h"

namespace lanescope::worker {

/// Runs the blocks of `options` and counts those of the experiment's choice. It fails as simulator::run_and_count().
[[nodiscard]] Expected<simulator::CountedRun> run_and_count(const Emulation& what, const emulator::Options& options,
                                                            const simulator::Deadline& deadline);

struct CountedSample {
  simulator::CountedRun run;
  std::uint64_t blocks = 0;  ///< that ran
};
/// Runs one block inside the grid, and then as many, spread over it, as end in `time` with it. The one block may take
/// as long as the deadline allows.
[[nodiscard]] Expected<CountedSample> count_sample(const Emulation& what, emulator::Options options,
                                                   std::chrono::steady_clock::duration time,
                                                   const simulator::Deadline& deadline);

/// The metrics that are shown beside a measurement.
struct Analysis {
  std::optional<model::Metrics> metrics;
  Message note;  ///< why there are none, or the sizes that they belong to
};
/// Counts the blocks that the experiment chooses. A plan whose blocks depend on each other is counted at sizes that
/// take no longer than the deadline allows. It never fails: the note says what went wrong.
[[nodiscard]] Analysis analyse(const Emulation& what, const simulator::Deadline& deadline);

}  // namespace lanescope::worker
