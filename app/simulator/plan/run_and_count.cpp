#include "simulator/plan/run_and_count.h"

#include <algorithm>
#include <utility>

#include "model/metrics/machine_counts.h"
#include "simulator/messages.h"
#include "simulator/plan/access_counter.h"
#include "simulator/plan/blocks.h"

namespace lanescope::simulator {
namespace {

Status check_range(const CountRequest& request, const catalogue::LaunchPlan& plan) {
  if (!request.range) return {};
  std::uint64_t largest_grid = 0;
  for (const catalogue::Launch& launch : plan.launches) largest_grid = std::max(largest_grid, launch.grid.count());
  if (request.range->count > 0 && request.range->first < largest_grid) return {};
  return failure(message<"blocks.beyond_grid">(request.range->count, request.range->first, largest_grid), plan.kernel,
                 message<"blocks.beyond_grid_remedy">());
}

/// Returns the number of blocks that were executed and counted, over all launches.
std::uint64_t counted_blocks(const catalogue::LaunchPlan& plan, const CountRequest& request) {
  return request.range ? block_count(plan, request.range->first, request.range->count) : block_count(plan);
}

class Count {
 public:
  Count(const Program& program, const catalogue::LaunchPlan& plan, const emulator::Options& options,
        const CountRequest& request, const Deadline& deadline)
      : program_(program), plan_(plan), options_(options), request_(request), deadline_(deadline) {}

  Expected<CountedRun> run() {
    TRY(const auto dependent, emulator::has_inter_block_dependencies(program_.module, plan_));
    if (dependent) options_.blocks.clear();
    if (dependent || (!options_.blocks.empty() && options_.blocks.size() <= max_sampled)) return run_once();
    // One block shows how many accesses there will be.
    TRY(auto sample, run_inside_block());
    const std::uint64_t blocks = options_.blocks.empty() ? block_count(plan_) : options_.blocks.size();
    if (sample.trace.headers.size() * blocks <= vectorization_records) return run_once();
    return run_with_listener(sample);
  }

 private:
  Expected<emulator::Outcome> run_inside_block() {
    emulator::Options options = options_;
    options.blocks = {middle_block(plan_.launches.front().grid)};
    options.trace = emulator::TraceRequest{false, vectorization_records + 1};
    return emulate(program_.module, plan_, options, deadline_);
  }

  /// Runs a plan of which no block tells how accesses are merged, or one of few blocks: the run itself tells it at its
  /// end.
  Expected<CountedRun> run_once() {
    AccessCounter counter;
    options_.trace = emulator::TraceRequest{false, vectorization_records + 1};
    listen(counter);
    TRY(auto outcome, emulate(program_.module, plan_, options_, deadline_));
    options_.listener = nullptr;
    CountedRun counted{std::move(outcome), {}};
    if (counted.outcome.cancelled) return counted;
    if (!counter.is_complete()) return run_with_listener(counted.outcome);
    counter.describe(counted.outcome.trace, vectorization_of(counted.outcome.trace, program_));
    finish(counter, counted);
    counted.outcome.trace = {};
    return counted;
  }

  void listen(AccessCounter& counter) {
    options_.listener = &counter;
    if (!request_.range) return;
    options_.first_listened_block = request_.range->first;
    options_.listened_blocks = request_.range->count;
  }

  Expected<CountedRun> run_with_listener(const emulator::Outcome& sample) {
    AccessCounter counter(sample.trace, vectorization_of(sample.trace, program_));
    options_.trace.reset();
    listen(counter);
    TRY(auto outcome, emulate(program_.module, plan_, options_, deadline_));
    CountedRun counted{std::move(outcome), {}};
    if (!counted.outcome.cancelled) finish(counter, counted);
    return counted;
  }

  void finish(AccessCounter& counter, CountedRun& counted) {
    const std::uint64_t blocks = counted.outcome.whole ? counted_blocks(plan_, request_) : options_.blocks.size();
    counted.metrics = counter.finish(blocks, block_count(plan_), request_.scale_to_grid && !counted.outcome.whole);
    if (program_.cubin) {
      model::check_machine_counts(counted.metrics.executed.sites, program_.module, *program_.cubin,
                                  counted.outcome.parted);
    }
    counted.metrics.lines = counted.outcome.lines;
    counted.metrics.instructions = counted.outcome.instructions;
    counted.metrics.lane_instructions = counted.outcome.lane_instructions;
  }

  const Program& program_;
  const catalogue::LaunchPlan& plan_;
  emulator::Options options_;
  const CountRequest& request_;
  const Deadline& deadline_;
};

}  // namespace

Expected<CountedRun> run_and_count(const Program& program, const catalogue::LaunchPlan& plan,
                                   const emulator::Options& options, const CountRequest& request,
                                   const Deadline& deadline) {
  TRY_STATUS(check_range(request, plan));
  return Count(program, plan, options, request, deadline).run();
}

}  // namespace lanescope::simulator
