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

/// Returns how many blocks run in a time when one block took `one`.
std::uint64_t affordable(std::chrono::steady_clock::duration one, std::chrono::steady_clock::duration time) {
  if (one.count() <= 0) return max_sampled;
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(time / one, 0, max_sampled));
}

}  // namespace

Expected<CountedRun> run_and_count(const Emulation& what, const emulator::Options& options, const Deadline& deadline) {
  const BlockChoice& choice = what.experiment.blocks;
  simulator::CountRequest request;
  if (choice.kind == BlockChoice::Kind::range) request.range = {choice.first, choice.count};
  request.scale_to_grid = what.experiment.scale_to_grid;
  return simulator::run_and_count(what.program, what.plan, options, request, deadline);
}

Expected<CountedSample> count_sample(const Emulation& what, emulator::Options options,
                                     std::chrono::steady_clock::duration time, const Deadline& deadline) {
  options.blocks = {simulator::middle_block(what.plan.launches.front().grid)};
  const auto before = deadline.left();
  TRY(auto one, run_and_count(what, options, deadline));
  if (!one.outcome.cancelled && !one.outcome.whole) {
    const auto took = before - deadline.left();
    const auto rest = time - took;
    // Half of the rest, because blocks differ and counting takes time too.
    options.blocks = simulator::spread_blocks(simulator::block_count(what.plan), affordable(took, rest / 2));
    const std::size_t blocks = options.blocks.size();
    if (blocks > 1) {
      auto several =
          run_and_count(what, options, deadline.within(std::chrono::duration_cast<std::chrono::milliseconds>(rest)));
      if (several && !several->outcome.cancelled) return CountedSample{*std::move(several), blocks};
    }
  }
  return CountedSample{std::move(one), 1};
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
  const auto count = [&]() -> Expected<CountedRun> {
    if (!sample) return run_and_count({what.program, what.kernel, run->plan, what.experiment}, run->options, deadline);
    TRY(auto counted, count_sample(what, std::move(run->options), deadline.left(), deadline));
    return std::move(counted.run);
  };
  auto counted = count();
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
