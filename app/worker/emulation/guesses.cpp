#include "worker/emulation/guesses.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>

#include "simulator/plan/blocks.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using namespace std::chrono_literals;

/// The time limit of each of the runs; what was reached until then counts.
constexpr std::chrono::milliseconds run_limit = 150ms;
/// What is read beyond the end is zero at first, and may lead further once it is there.
constexpr int most_runs = 4;
/// Of a larger grid only so many blocks run.
constexpr std::uint64_t most_blocks = 32;
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
bool enlarge(catalogue::LaunchPlan& plan, const emulator::Outcome& outcome) {
  bool larger = false;
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    catalogue::Buffer& buffer = plan.buffers[i];
    const std::uint64_t reach = outcome.reach.at(i);
    if (!buffer.grows || reach <= buffer.bytes() || reach > most_bytes) continue;
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

/// Whether an access left the memory of the plan.
bool leaves_memory(const emulator::Outcome& outcome) {
  const auto is_reach = [](std::uint64_t bytes) { return bytes != 0; };
  return outcome.strays != 0 || std::ranges::any_of(outcome.reach, is_reach) ||
         std::ranges::any_of(outcome.shared_reach, is_reach) ||
         std::ranges::any_of(outcome.faults, [](const emulator::Fault& fault) {
           return fault.kind == FaultKind::out_of_bounds || fault.kind == FaultKind::misaligned;
         });
}

/// Enlarges memory until nothing more can be; returns whether no access leaves it then. It is false, too, where the
/// kernel cannot be emulated.
bool grow(const ptx::Module& module, catalogue::LaunchPlan& plan, const emulator::Options& options,
          const simulator::Deadline& deadline) {
  for (int run = 0; run < most_runs; ++run) {
    const auto outcome = simulator::emulate(module, plan, options, deadline.within(run_limit));
    if (!outcome) return false;
    if (!enlarge(plan, *outcome)) return !leaves_memory(*outcome);
  }
  return false;
}

/// Fills the buffers with zeros whose random elements are a guess; returns whether there is one.
bool clear(catalogue::LaunchPlan& plan) {
  bool cleared = false;
  for (catalogue::Buffer& buffer : plan.buffers) {
    if (!buffer.guessed || buffer.fill != catalogue::Fill::random) continue;
    buffer.fill = catalogue::Fill::zero;
    cleared = true;
  }
  return cleared;
}

void note_changes(const catalogue::LaunchPlan& before, catalogue::LaunchPlan& plan) {
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    const catalogue::Buffer &was = before.buffers[i], &now = plan.buffers[i];
    if (now.shape != was.shape) {
      plan.notes.push_back(message<"note.buffer_grown">(now.name, now.elements(), was.elements()));
    }
    if (now.fill != was.fill) plan.notes.push_back(message<"note.buffer_cleared">(now.name));
  }
  for (std::size_t i = 0; i < plan.launches.size(); ++i) {
    const catalogue::Launch &was = before.launches[i], &now = plan.launches[i];
    if (now.shared_bytes == was.shared_bytes) continue;
    plan.notes.push_back(
        message<"note.shared_grown">(now.name.empty() ? now.entry : now.name, now.shared_bytes, was.shared_bytes));
  }
}

}  // namespace

void settle_guesses(const ptx::Module& module, catalogue::LaunchPlan& plan, emulator::Options options,
                    const simulator::Deadline& deadline) {
  // Data of the user are no guess: an index in them that leads out of a buffer is what they look for.
  if (!plan.has_guesses() || plan.launches.empty() || !options.inputs.empty()) return;
  options.measures_reach = true;
  options.continue_after_fault = true;
  options.checks = emulator::Checks::none;
  options.step_budget = step_budget;
  options.ignore_block_dependencies = true;
  options.blocks = simulator::spread_blocks(plan.launches.front().grid.count(), most_blocks);
  const catalogue::LaunchPlan before = plan;
  if (!grow(module, plan, options, deadline)) {
    catalogue::LaunchPlan zeros = before;
    if (clear(zeros) && grow(module, zeros, options, deadline)) plan = std::move(zeros);
  }
  note_changes(before, plan);
}

}  // namespace lanescope::worker
