// Runs a plan, or chosen blocks of it, in the emulator and counts their accesses.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "emulator/emulator.h"
#include "lab/experiment.h"
#include "model/metrics/metrics.h"
#include "worker/emulation/emulate.h"

namespace lanescope::worker {

/// A sample stands for a grid with at most so many blocks.
inline constexpr std::uint64_t max_sampled = 16;

struct Counted {
  emulator::Outcome outcome;  ///< without its trace
  model::Metrics metrics;     ///< empty when the outcome was cancelled
};

/// Runs the blocks of `options` (rising; all when empty) and counts. A plan whose blocks depend on each other runs
/// whole; those of the experiment's choice count. It fails as emulator::run() does, or when the range has no block of
/// the grid.
[[nodiscard]] Expected<Counted> run_and_count(const Emulation& what, const emulator::Options& options,
                                              const Deadline& deadline);

/// The metrics that are shown beside a measurement.
struct Analysis {
  std::optional<model::Metrics> metrics;
  Message note;  ///< why there are none, or the sizes that they belong to
};
/// Counts the blocks that the experiment chooses. A plan whose blocks depend on each other is counted at sizes that
/// take no longer than the deadline allows. It never fails: the note says what went wrong.
[[nodiscard]] Analysis analyse(const Emulation& what, const Deadline& deadline);

}  // namespace lanescope::worker
