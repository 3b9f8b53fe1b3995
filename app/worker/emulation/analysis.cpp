#include "worker/emulation/analysis.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "simulator/plan/blocks.h"
#include "worker/emulation/fit_sizes.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using experiments::BlockChoice;
using simulator::CountedRun;
using simulator::Deadline;
using simulator::max_sampled;

/// Returns how many blocks may be sampled when one block took `one`.
std::uint64_t affordable(std::chrono::steady_clock::duration one, const Deadline& deadline) {
  if (one.count() <= 0) return max_sampled;
  // Half of the time that is left is used, because blocks differ and counting takes time too.
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(deadline.left() / (2 * one), 0, max_sampled));
}

/// Counts the blocks of a sample: one inside the grid, and as many more as there is time for.
Expected<CountedRun> count_sample(const Emulation& what, emulator::Options options, const Deadline& deadline) {
  options.blocks = {simulator::middle_block(what.plan.launches.front().grid)};
  const auto before = deadline.left();
  auto one = run_and_count(what, options, deadline);
  if (!one || one->outcome.cancelled || one->outcome.whole) return one;
  options.blocks =
      simulator::spread_blocks(simulator::block_count(what.plan), affordable(before - deadline.left(), deadline));
  if (options.blocks.size() < 2) return one;
  auto several = run_and_count(what, options, deadline);
  if (several && !several->outcome.cancelled) return several;
  return one;
}

}  // namespace

Expected<CountedRun> run_and_count(const Emulation& what, const emulator::Options& options, const Deadline& deadline) {
  const BlockChoice& choice = what.experiment.blocks;
  simulator::CountRequest request;
  if (choice.kind == BlockChoice::Kind::range) request.range = {choice.first, choice.count};
  request.scale_to_grid = what.experiment.scale_to_grid;
  return simulator::run_and_count(what.program, what.plan, options, request, deadline);
}

Analysis analyse(const Emulation& what, const Deadline& deadline) {
  Analysis analysis;
  const auto without = [&](const Message& why) {
    analysis.note = message<"note.no_sectors">(why);
    return analysis;
  };
  auto run = emulatable_plan(what, deadline);
  if (!run) return without(run.error().message());
  if (!run->reduced.empty()) analysis.note = message<"note.sectors_of_sizes">(run->reduced);
  run->options.continue_after_fault = true;
  const BlockChoice& choice = what.experiment.blocks;
  const bool sample = !run->whole && choice.kind == BlockChoice::Kind::sample;
  if (!run->whole && choice.kind == BlockChoice::Kind::range) {
    run->options.blocks = blocks_in(choice, what.plan.launches.front().grid.count());
  }
  auto counted = sample
                     ? count_sample(what, std::move(run->options), deadline)
                     : run_and_count({what.program, what.kernel, run->plan, what.experiment}, run->options, deadline);
  if (!counted) return without(counted.error().message());
  if (counted->outcome.cancelled) return without(message<"emulator.blocks_take_too_long">());
  // Beside a whole measurement, counts of a part would mislead.
  for (const emulator::Fault& fault : counted->outcome.faults) {
    if (fault.kind == FaultKind::emulator) return without(fault.message);
  }
  analysis.metrics = std::move(counted->metrics);
  return analysis;
}

}  // namespace lanescope::worker
