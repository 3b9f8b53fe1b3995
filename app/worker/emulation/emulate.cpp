#include "worker/emulation/emulate.h"

#include <unistd.h>

#include <algorithm>
#include <exception>
#include <new>
#include <numeric>
#include <utility>

#include "compiler/messages/messages.h"
#include "gpu/messages.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

/// A block may execute so many warp instructions for each second of the time limit; beyond them it counts as endless.
/// With 32 active lanes this is about the rate of the estimate; with one lane it takes some seconds.
constexpr std::uint64_t steps_per_second = 10'000'000;

/// Returns half of the machine's memory. The window, and the reference, need the rest.
std::uint64_t half_of_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || bytes <= 0) return std::uint64_t{1} << 30;
  return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(bytes) / 2;
}

}  // namespace

ProcessClock::Steady::duration Deadline::left() const {
  return clock ? until - clock->now() : ProcessClock::Steady::duration::max();
}

Deadline Deadline::within(std::chrono::milliseconds limit) const {
  auto counted = clock ? clock : std::make_shared<ProcessClock>();
  const auto end = counted->now() + limit;
  return {std::move(counted), clock ? std::min(until, end) : end, abandoned};
}

Expected<EmulatedProgram> read_program(const std::string& ptx, const std::vector<std::uint8_t>& cubin) {
  EmulatedProgram program;
  TRY(program.module, ptx::parse(ptx));
  auto read = sass::read_cubin(cubin);
  if (read) {
    program.cubin = std::move(*read);
  } else {
    program.without_cubin = read.error().what;
  }
  return program;
}

emulator::Options options_for(const lab::Experiment& experiment) {
  emulator::Options options;
  options.schedule_seed = experiment.schedule;
  options.continue_after_fault = experiment.keep_going;
  options.stop_at_unsupported_instruction = true;
  options.inputs = experiment.inputs;
  options.source_root = compiler::source_root;
  options.max_memory = std::min(options.max_memory, half_of_memory());
  return options;
}

std::uint64_t step_budget_for(const lab::Experiment& experiment) {
  const auto seconds = static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(experiment.timeout).count());
  return steps_per_second * std::max<std::uint64_t>(seconds, 1);
}

Expected<emulator::Outcome> emulate(const ptx::Module& module, const catalogue::LaunchPlan& plan,
                                    emulator::Options options, const Deadline& deadline) {
  options.cancelled = [&deadline] { return deadline.has_passed() || deadline.is_abandoned(); };
  try {
    return emulator::run(module, plan, options);
  } catch (const std::bad_alloc&) {
    return failure(message<"emulator.no_memory">(), plan.kernel, message<"problem.choose_smaller">());
  } catch (const MachineError& error) {
    return failure(error.error());
  } catch (const std::exception& error) {
    return failure(error.what(), plan.kernel, message<"internal.report_with_kernel">());
  }
}

std::uint64_t block_count(const catalogue::LaunchPlan& plan) {
  return block_count(plan, 0, ~std::uint64_t{0});
}

std::uint64_t block_count(const catalogue::LaunchPlan& plan, std::uint64_t first, std::uint64_t count) {
  std::uint64_t blocks = 0;
  for (const catalogue::Launch& launch : plan.launches) {
    if (launch.call != catalogue::Launch::Call::kernel || launch.grid.count() <= first) continue;
    blocks += std::min(count, launch.grid.count() - first);
  }
  return blocks;
}

std::uint64_t thread_count(const catalogue::LaunchPlan& plan) {
  std::uint64_t threads = 0;
  for (const catalogue::Launch& launch : plan.launches) {
    if (launch.call == catalogue::Launch::Call::kernel) threads += launch.grid.count() * launch.block.count();
  }
  return threads;
}

std::uint64_t middle_block(const catalogue::Dim3& grid) {
  return grid.x / 2 + std::uint64_t{grid.x} * (grid.y / 2 + std::uint64_t{grid.y} * (grid.z / 2));
}

std::vector<std::uint64_t> corners_and_middle(const catalogue::Dim3& grid) {
  std::vector<std::uint64_t> blocks{middle_block(grid)};
  for (const std::uint64_t z : {0u, grid.z - 1}) {
    for (const std::uint64_t y : {0u, grid.y - 1}) {
      for (const std::uint64_t x : {0u, grid.x - 1}) blocks.push_back(x + grid.x * (y + grid.y * z));
    }
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

std::vector<std::uint64_t> blocks_in(const lab::BlockChoice& range, std::uint64_t grid_blocks) {
  const std::uint64_t first = std::min(range.first, grid_blocks);
  std::vector<std::uint64_t> blocks(std::min(range.count, grid_blocks - first));
  std::iota(blocks.begin(), blocks.end(), first);
  return blocks;
}

std::vector<std::uint64_t> spread_blocks(std::uint64_t grid_blocks, std::uint64_t max_blocks) {
  std::vector<std::uint64_t> blocks;
  const std::uint64_t count = std::min(grid_blocks, max_blocks);
  for (std::uint64_t i = 0; i < count; ++i) {
    blocks.push_back(count == 1 ? grid_blocks / 2 : i * (grid_blocks - 1) / (count - 1));
  }
  return blocks;
}

}  // namespace lanescope::worker
