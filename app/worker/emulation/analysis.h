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

namespace warpscope::worker {

/// Blocks that stand for a grid, at most.
inline constexpr std::uint64_t max_sampled = 16;

struct Counted {
  emulator::Outcome outcome;  ///< without its trace
  model::Metrics metrics;     ///< empty when the outcome was cancelled
};

/// Runs the blocks (rising; empty: all) and counts. Of a plan whose blocks depend on each other all run; those of
/// `choice` are counted. Error: as emulator::run(), or a range with no block of the grid.
[[nodiscard]] Expected<Counted> run_and_count(const Emulation& what, const emulator::Options& options,
                                              const Deadline& deadline);

/// For the metrics beside a measurement.
struct Analysis {
  std::optional<model::Metrics> metrics;
  std::string note;  ///< why there are none, or of which sizes they are
};
/// Of the blocks that the experiment chooses; of a plan whose blocks depend on each other, at sizes that take no longer
/// than the deadline allows. Never fails: what goes wrong is in the note.
[[nodiscard]] Analysis analyse(const Emulation& what, const Deadline& deadline);

}  // namespace warpscope::worker
