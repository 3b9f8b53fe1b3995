#include "gui/store/playback/grid_times_input.h"

namespace lanescope::gui {

std::optional<analysis::GridTimesInput> grid_times_input(const experiments::Result& result) {
  analysis::GridTimesInput input;
  const bool on_gpu = result.backend == experiments::Backend::gpu && result.machine.sm_count > 0;
  if (!result.sheet && !on_gpu) return std::nullopt;
  input.measured = result.block_times;
  const bool of_machine = on_gpu && (input.measured || !result.sheet);
  input.sm_count = static_cast<std::uint32_t>(of_machine ? result.machine.sm_count : result.sheet->sm_count);
  input.gpu = of_machine ? result.machine.device : result.sheet->name;
  input.l2_bytes =
      of_machine ? static_cast<double>(result.machine.l2_bytes) : static_cast<double>(result.sheet->l2_bytes);
  if (input.sm_count == 0) return std::nullopt;
  input.no_prediction = result.without_prediction;
  const experiments::PredictedRun* const predicted = result.predicted ? &*result.predicted : nullptr;
  const bool all_launches = predicted != nullptr && predicted->prediction.launches.size() == result.launches.size();
  for (std::size_t number = 0; number < result.launches.size(); ++number) {
    const experiments::LaunchInfo& info = result.launches[number];
    if (!info.blocks_per_sm || *info.blocks_per_sm < 1) continue;  // a copy, or a library's kernel
    analysis::GridTimesInput::Launch& launch = input.launches.emplace_back();
    launch.title = info.title();
    launch.step = static_cast<std::uint32_t>(number);
    launch.grid = info.grid;
    if (info.cluster) launch.cluster = *info.cluster;
    launch.blocks_per_sm = static_cast<std::uint32_t>(*info.blocks_per_sm);
    if (!all_launches || input.measured) continue;
    const predict::LaunchCounts& counts = predicted->prediction.launches[number];
    launch.clocks = counts.clocks;
    launch.replayed = counts.blocks;
    // The emulator may have run a smaller problem than the model speaks of.
    const bool known = number < predicted->launch_blocks.size() && predicted->launch_blocks[number] > 0;
    if (known && predicted->launch_blocks[number] != info.grid.count()) {
      launch.grid = {static_cast<std::uint32_t>(predicted->launch_blocks[number]), 1, 1};
      launch.cluster = {};
    }
  }
  if (input.launches.empty()) return std::nullopt;
  return input;
}

}  // namespace lanescope::gui
