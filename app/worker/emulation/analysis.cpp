#include "worker/emulation/analysis.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "worker/emulation/access_counter.h"
#include "worker/emulation/fit_sizes.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using lab::BlockChoice;

/// So many accesses, of 176 bytes each, are kept until the end. If there are more, they are counted as they happen.
constexpr std::uint64_t max_kept = 1u << 18;

bool chosen(const BlockChoice& choice, std::uint64_t block) {
  return choice.kind != BlockChoice::Kind::range || (block >= choice.first && block - choice.first < choice.count);
}

Status check_range(const BlockChoice& choice, const catalogue::LaunchPlan& plan) {
  if (choice.kind != BlockChoice::Kind::range) return {};
  std::uint64_t largest_grid = 0;
  for (const catalogue::Launch& launch : plan.launches) largest_grid = std::max(largest_grid, launch.grid.count());
  if (choice.count > 0 && choice.first < largest_grid) return {};
  return failure(message<"blocks.beyond_grid">(choice.count, choice.first, largest_grid), plan.kernel,
                 message<"blocks.beyond_grid_remedy">());
}

/// Returns the number of blocks that were executed and counted, over all launches.
std::uint64_t counted_blocks(const catalogue::LaunchPlan& plan, const BlockChoice& choice) {
  if (choice.kind != BlockChoice::Kind::range) return block_count(plan);
  return block_count(plan, choice.first, choice.count);
}

class Count {
 public:
  Count(const Emulation& what, const emulator::Options& options, const Deadline& deadline)
      : program_(what.program),
        plan_(what.plan),
        options_(options),
        experiment_(what.experiment),
        deadline_(deadline) {}

  Expected<Counted> run() {
    TRY(const auto dependent, emulator::has_inter_block_dependencies(program_.module, plan_));
    if (dependent) {
      options_.blocks.clear();
      return run_whole();
    }
    if (!options_.blocks.empty() && options_.blocks.size() <= max_sampled) return run_with_trace(max_kept);
    // One block shows how many accesses there will be.
    TRY(auto sample, run_inside_block());
    const std::uint64_t blocks = options_.blocks.empty() ? block_count(plan_) : options_.blocks.size();
    if (sample.trace.headers.size() * blocks <= vectorization_records) return run_with_trace(max_kept);
    return run_with_listener(sample);
  }

 private:
  Expected<emulator::Outcome> run_inside_block() {
    emulator::Options options = options_;
    options.blocks = {middle_block(plan_.launches.front().grid)};
    options.trace = emulator::TraceRequest{false, max_kept};
    return emulate(program_.module, plan_, options, deadline_);
  }

  Expected<Counted> run_with_trace(std::uint64_t limit) {
    options_.trace = emulator::TraceRequest{false, limit};
    TRY(auto outcome, emulate(program_.module, plan_, options_, deadline_));
    Counted counted{std::move(outcome), {}};
    if (counted.outcome.cancelled) return counted;
    const trace::Trace& trace = counted.outcome.trace;
    AccessCounter counter(trace, vectorization_of(trace, program_));
    for (std::size_t record = 0; record < trace.headers.size(); ++record) {
      if (chosen(experiment_.blocks, trace.headers[record].block)) {
        counter.add(trace.headers[record], trace.offsets[record]);
      }
    }
    finish(counter, counted);
    counted.metrics.dropped += trace.dropped;
    if (trace.dropped > 0) {
      // The second run counts all accesses. If there is no time for it, the kept ones are better than none.
      auto all = run_with_listener(counted.outcome);
      if (all && !all->outcome.cancelled) return all;
    }
    counted.outcome.trace = {};
    return counted;
  }

  /// Runs a plan whose blocks depend on each other, so that no sample tells of its accesses: how they are merged is
  /// known behind the run.
  Expected<Counted> run_whole() {
    AccessCounter counter;
    options_.trace = emulator::TraceRequest{false, vectorization_records + 1};
    listen(counter);
    TRY(auto outcome, emulate(program_.module, plan_, options_, deadline_));
    options_.listener = nullptr;
    Counted counted{std::move(outcome), {}};
    if (counted.outcome.cancelled) return counted;
    if (!counter.is_complete()) return run_with_listener(counted.outcome);
    counter.describe(counted.outcome.trace, vectorization_of(counted.outcome.trace, program_));
    finish(counter, counted);
    counted.outcome.trace = {};
    return counted;
  }

  void listen(AccessCounter& counter) {
    options_.listener = &counter;
    if (experiment_.blocks.kind != BlockChoice::Kind::range) return;
    options_.first_listened_block = experiment_.blocks.first;
    options_.listened_blocks = experiment_.blocks.count;
  }

  Expected<Counted> run_with_listener(const emulator::Outcome& sample) {
    AccessCounter counter(sample.trace, vectorization_of(sample.trace, program_));
    options_.trace.reset();
    listen(counter);
    TRY(auto outcome, emulate(program_.module, plan_, options_, deadline_));
    Counted counted{std::move(outcome), {}};
    if (!counted.outcome.cancelled) finish(counter, counted);
    return counted;
  }

  void finish(AccessCounter& counter, Counted& counted) {
    const std::uint64_t blocks =
        counted.outcome.whole ? counted_blocks(plan_, experiment_.blocks) : options_.blocks.size();
    counted.metrics = counter.finish(blocks, block_count(plan_), experiment_.scale_to_grid && !counted.outcome.whole);
    counted.metrics.lines = counted.outcome.lines;
    counted.metrics.instructions = counted.outcome.instructions;
    counted.metrics.lane_instructions = counted.outcome.lane_instructions;
  }

  const EmulatedProgram& program_;
  const catalogue::LaunchPlan& plan_;
  emulator::Options options_;
  const lab::Experiment& experiment_;
  const Deadline& deadline_;
};

/// Returns how many blocks may be sampled when one block took `one`.
std::uint64_t affordable(std::chrono::steady_clock::duration one, const Deadline& deadline) {
  if (one.count() <= 0) return max_sampled;
  // Half of the time that is left is used, because blocks differ and counting takes time too.
  return static_cast<std::uint64_t>(std::clamp<std::int64_t>(deadline.left() / (2 * one), 0, max_sampled));
}

/// Counts the blocks of a sample: one inside the grid, and as many more as there is time for.
Expected<Counted> count_sample(const Emulation& what, emulator::Options options, const Deadline& deadline) {
  options.blocks = {middle_block(what.plan.launches.front().grid)};
  const auto before = deadline.left();
  auto one = run_and_count(what, options, deadline);
  if (!one || one->outcome.cancelled || one->outcome.whole) return one;
  options.blocks = spread_blocks(block_count(what.plan), affordable(before - deadline.left(), deadline));
  if (options.blocks.size() < 2) return one;
  auto several = run_and_count(what, options, deadline);
  if (several && !several->outcome.cancelled) return several;
  return one;
}

}  // namespace

Expected<Counted> run_and_count(const Emulation& what, const emulator::Options& options, const Deadline& deadline) {
  TRY_STATUS(check_range(what.experiment.blocks, what.plan));
  return Count(what, options, deadline).run();
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
