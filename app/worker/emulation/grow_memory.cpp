#include "worker/emulation/grow_memory.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <numeric>

#include "simulator/plan/blocks.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using namespace std::chrono_literals;

/// The time limit of each of the runs; what was reached until then counts.
constexpr std::chrono::milliseconds run_limit = 250ms;
/// What is read beyond the end is zero at first, and may lead further once it is there.
constexpr int most_runs = 4;
/// Of a larger grid only so many blocks run.
constexpr std::uint64_t most_blocks = 64;
/// An index that leads further is none that was meant.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 30;
constexpr std::uint64_t most_shared_bytes = 227u << 10;
/// Warp instructions of a block, beyond which it waits for one that does not run.
constexpr std::uint64_t step_budget = 4'000'000;

/// Makes a buffer at least as large along its slowest dimension.
void enlarge(catalogue::Buffer& buffer, std::uint64_t bytes) {
  const std::int64_t inner =
      std::accumulate(buffer.shape.begin() + 1, buffer.shape.end(), std::int64_t{1}, std::multiplies<>());
  const std::uint64_t slice = static_cast<std::uint64_t>(std::max<std::int64_t>(inner, 1)) * size_of(buffer.type);
  buffer.shape.front() = static_cast<std::int64_t>((bytes + slice - 1) / slice);
}

/// Returns whether something became larger.
bool enlarge(catalogue::LaunchPlan& plan, const emulator::Outcome& outcome, const emulator::Options& options) {
  bool larger = false;
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    catalogue::Buffer& buffer = plan.buffers[i];
    const std::uint64_t reach = outcome.reach.at(i);
    if (!buffer.grows || reach <= buffer.bytes() || reach > most_bytes || options.inputs.contains(buffer.name))
      continue;
    enlarge(buffer, reach);
    larger = true;
  }
  for (std::size_t i = 0; i < plan.launches.size(); ++i) {
    catalogue::Launch& launch = plan.launches[i];
    const std::uint64_t reach = outcome.shared_reach.at(i);
    if (!launch.shared_grows || reach <= launch.shared_bytes || reach > most_shared_bytes) continue;
    launch.shared_bytes = reach;
    larger = true;
  }
  return larger;
}

}  // namespace

void grow_memory(const ptx::Module& module, catalogue::LaunchPlan& plan, emulator::Options options,
                 const simulator::Deadline& deadline) {
  if (!plan.grows()) return;
  options.measures_reach = true;
  options.continue_after_fault = true;
  options.checks = emulator::Checks::none;
  options.step_budget = step_budget;
  options.ignore_block_dependencies = true;
  options.blocks = simulator::spread_blocks(plan.launches.front().grid.count(), most_blocks);
  const catalogue::LaunchPlan before = plan;
  for (int run = 0; run < most_runs; ++run) {
    const auto outcome = simulator::emulate(module, plan, options, deadline.within(run_limit));
    if (!outcome || !enlarge(plan, *outcome, options)) break;
  }
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    const catalogue::Buffer& now = plan.buffers[i];
    if (now.shape == before.buffers[i].shape) continue;
    plan.notes.push_back(message<"note.buffer_grown">(now.name, now.elements(), before.buffers[i].elements()));
  }
  for (std::size_t i = 0; i < plan.launches.size(); ++i) {
    const catalogue::Launch& now = plan.launches[i];
    if (now.shared_bytes == before.launches[i].shared_bytes) continue;
    plan.notes.push_back(message<"note.shared_grown">(now.name.empty() ? now.entry : now.name, now.shared_bytes,
                                                      before.launches[i].shared_bytes));
  }
}

}  // namespace lanescope::worker
