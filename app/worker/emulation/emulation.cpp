#include "worker/emulation/emulation.h"

#include <algorithm>
#include <chrono>
#include <numeric>

#include "compiler/messages/messages.h"
#include "simulator/plan/emulate.h"

namespace lanescope::worker {
namespace {

/// A block may execute so many warp instructions for each second of the time limit; beyond them it counts as endless.
/// With 32 active lanes this is about the rate of the estimate; with one lane it takes some seconds.
constexpr std::uint64_t steps_per_second = 10'000'000;

}  // namespace

emulator::Options options_for(const experiments::Experiment& experiment) {
  emulator::Options options;
  options.schedule_seed = experiment.schedule;
  options.continue_after_fault = experiment.keep_going;
  options.stop_at_unsupported_instruction = true;
  options.inputs = experiment.inputs;
  options.source_root = compiler::source_root;
  options.max_memory = std::min(options.max_memory, simulator::half_of_memory());
  return options;
}

std::uint64_t step_budget_for(const experiments::Experiment& experiment) {
  const auto seconds = static_cast<std::uint64_t>(std::chrono::ceil<std::chrono::seconds>(experiment.timeout).count());
  return steps_per_second * std::max<std::uint64_t>(seconds, 1);
}

std::vector<std::uint64_t> blocks_in(const experiments::BlockChoice& range, std::uint64_t grid_blocks) {
  const std::uint64_t first = std::min(range.first, grid_blocks);
  std::vector<std::uint64_t> blocks(std::min(range.count, grid_blocks - first));
  std::iota(blocks.begin(), blocks.end(), first);
  return blocks;
}

}  // namespace lanescope::worker
