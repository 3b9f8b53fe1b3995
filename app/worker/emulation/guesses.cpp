#include "worker/emulation/guesses.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <numeric>
#include <set>
#include <utility>

#include "simulator/plan/blocks.h"
#include "worker/emulation/fit_sizes.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

using namespace std::chrono_literals;

/// The time limit of each of the runs; what was reached until then counts.
constexpr std::chrono::milliseconds run_limit = 150ms;
/// What is read beyond the end is zero at first, and may lead further once it is there.
constexpr int most_runs = 4;
/// Guesses do not become smaller than this, which would be no problem of the same kind.
constexpr std::int64_t least_size = 8;
/// Of a larger grid only so many blocks run.
constexpr std::uint64_t most_blocks = 32;
/// Where every access is checked or recorded.
constexpr std::uint64_t few_blocks = 2;
constexpr std::uint64_t most_records = 100'000;
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

/// Halves the largest of the sizes that are guesses; returns nothing where all are small.
std::optional<catalogue::LaunchPlan> with_smaller_guesses(const Emulation& what, const catalogue::LaunchPlan& plan) {
  const auto is_guess = [&](const catalogue::Size& size) {
    return size.guessed && !what.experiment.values.contains(size.name);
  };
  std::int64_t largest = 0;
  for (const catalogue::Size& size : what.kernel.sizes) {
    if (is_guess(size)) largest = std::max(largest, plan.sizes.at(size.name));
  }
  if (largest < 2 * least_size) return std::nullopt;
  catalogue::Values kept;
  for (const catalogue::Size& size : what.kernel.sizes) {
    const std::int64_t now = plan.sizes.at(size.name);
    if (!is_guess(size) || now < largest) kept.emplace(size.name, now);
  }
  return with_halved_sizes(what.kernel, plan, kept);
}

class Settling {
 public:
  Settling(const Emulation& what, const simulator::Deadline& deadline) : what_(what), deadline_(deadline) {}

  /// Enlarges memory and, where that is not enough, takes zeros. Returns whether no access leaves its memory then, or
  /// reads of it what nothing wrote; if one does, the memory is as large as it was made, with the elements that it had.
  bool settle(catalogue::LaunchPlan& plan) const {
    catalogue::LaunchPlan zeros = plan;
    const bool has_random = clear(zeros);
    if (grow(plan) && !reads_unwritten(plan)) return true;
    if (!has_random || !grow(zeros) || reads_unwritten(zeros)) return false;
    plan = std::move(zeros);
    return true;
  }

  /// Returns the lines of the PTX on which a few blocks access memory.
  [[nodiscard]] std::set<std::int32_t> accesses(const catalogue::LaunchPlan& plan) const {
    emulator::Options options = options_of(plan, few_blocks);
    options.trace = emulator::TraceRequest{false, most_records};
    const auto outcome = simulator::emulate(what_.program.module, plan, options, deadline_.within(run_limit));
    std::set<std::int32_t> lines;
    if (!outcome) return lines;
    const trace::Trace& trace = outcome->trace;
    for (const trace::Header& header : trace.headers) lines.insert(trace.sites[header.site].ptx_line);
    return lines;
  }

 private:
  [[nodiscard]] emulator::Options options_of(const catalogue::LaunchPlan& plan, std::uint64_t blocks) const {
    emulator::Options options = options_for(what_.experiment);
    options.continue_after_fault = true;
    options.checks = emulator::Checks::none;
    options.step_budget = step_budget;
    options.ignore_block_dependencies = true;
    options.blocks = simulator::spread_blocks(plan.launches.front().grid.count(), blocks);
    return options;
  }

  /// Enlarges memory until nothing more can be; returns whether no access leaves it then. It is false, too, where the
  /// kernel cannot be emulated.
  bool grow(catalogue::LaunchPlan& plan) const {
    emulator::Options options = options_of(plan, most_blocks);
    options.measures_reach = true;
    for (int run = 0; run < most_runs; ++run) {
      const auto outcome = simulator::emulate(what_.program.module, plan, options, deadline_.within(run_limit));
      if (!outcome) return false;
      if (!enlarge(plan, *outcome)) return !leaves_memory(*outcome);
    }
    return false;
  }

  /// Whether a few blocks read shared memory that nothing wrote.
  [[nodiscard]] bool reads_unwritten(const catalogue::LaunchPlan& plan) const {
    emulator::Options options = options_of(plan, few_blocks);
    options.checks = emulator::Checks::shared;
    const auto outcome = simulator::emulate(what_.program.module, plan, options, deadline_.within(run_limit));
    return outcome && std::ranges::any_of(outcome->faults, [](const emulator::Fault& fault) {
             return fault.kind == FaultKind::uninitialised;
           });
  }

  const Emulation& what_;
  const simulator::Deadline& deadline_;
};

}  // namespace

void settle_guesses(const Emulation& what, catalogue::LaunchPlan& plan, const simulator::Deadline& deadline) {
  // Data of the user are no guess: an index in them that leads out of a buffer is what they look for.
  if (!plan.has_guesses() || plan.launches.empty() || !what.experiment.inputs.empty()) return;
  const Settling settling(what, deadline);
  const catalogue::LaunchPlan before = plan;
  if (settling.settle(plan)) return note_changes(before, plan);
  auto smaller = with_smaller_guesses(what, before);
  const std::set<std::int32_t> accesses = smaller ? settling.accesses(before) : std::set<std::int32_t>();
  while (smaller && !deadline.has_passed()) {
    catalogue::LaunchPlan tried = *smaller;
    if (settling.settle(tried)) {
      // Where less is done, it is the mistake that is not reached any more.
      if (!std::ranges::includes(settling.accesses(tried), accesses)) break;
      note_changes(*smaller, tried);
      tried.notes.push_back(
          message<"note.sizes_shrunk">(sizes_text(what.kernel, before), sizes_text(what.kernel, tried)));
      plan = std::move(tried);
      return;
    }
    smaller = with_smaller_guesses(what, *smaller);
  }
  note_changes(before, plan);
}

}  // namespace lanescope::worker
