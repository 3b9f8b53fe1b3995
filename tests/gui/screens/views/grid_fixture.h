// Results of blocks on SMs: as a model with round numbers predicts them, and as a GPU wrote them down.
#pragma once

#include <memory>
#include <vector>

#include "analysis/grid_times.h"
#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {

/// `blocks` on an H200 whose SMs hold two; the model replays three blocks of an SM at 1000 MHz: two of 4 µs that begin
/// together, and one of 2 µs behind the first.
inline experiments::Result with_predicted_grid(const State& state, std::uint32_t blocks) {
  experiments::Result result = predicted(state);
  experiments::LaunchInfo& launch = result.launches.front();
  launch.grid = {blocks, 1, 1};
  launch.blocks_per_sm = 2;
  predict::LaunchCounts& counts = result.predicted->prediction.launches.emplace_back();
  counts.clocks = 6000;
  counts.blocks = {{0, 0, 4000}, {4000, 4000, 6000}, 1000};
  result.predicted->launch_blocks = {blocks};
  return result;
}

/// The same with the trace of a block, whose accesses move by a tile of 4096 bytes from block to block.
inline experiments::Result with_touching_grid(const State& state, std::uint32_t blocks) {
  experiments::Result result = with_predicted_grid(state, blocks);
  auto traced = std::make_shared<analysis::Traced>(*tile_trace(state, 0));
  traced->launches = {{"transpose", {blocks, 1, 1}, {32, 4, 1}, 4096}};
  for (trace::Trace::Buffer& buffer : traced->trace.buffers) buffer.bytes = std::uint64_t{blocks} * 4096;
  // The block lies where its number says.
  for (std::size_t record = 0; record < traced->trace.headers.size(); ++record) {
    const trace::Header& header = traced->trace.headers[record];
    if (traced->trace.sites[header.site].space != trace::Space::global) continue;
    for (std::uint32_t& offset : traced->trace.offsets[record]) {
      if (offset != trace::no_offset) offset += header.block * 4096;
    }
  }
  predict::LaunchCounts& counts = result.predicted->prediction.launches.front();
  for (const trace::Site& site : traced->trace.sites) {
    if (site.space == trace::Space::global) counts.sites.push_back({site, {}, predict::BlockShift{4096, 0, 0}});
  }
  result.traced = std::move(traced);
  return result;
}

/// Two launches on a GPU of four SMs: eight blocks of different lengths, then one that the others wait for.
inline experiments::Result with_measured_grid(const State& state) {
  experiments::Result result = emulated(state);
  result.backend = experiments::Backend::gpu;
  result.machine.device = "NVIDIA H200";
  result.machine.sm_count = 4;
  result.machine.l2_bytes = 50u << 20;
  experiments::LaunchInfo& first = result.launches.front();
  first.grid = {8, 1, 1};
  first.blocks_per_sm = 1;
  experiments::LaunchInfo second = first;
  second.entry = "finish";
  second.grid = {1, 1, 1};
  result.launches.push_back(second);
  auto times = std::make_shared<trace::BlockTimes>();
  times->launches = {{0, 8, 8}, {1, 1, 1}};
  times->clock_step = 32;
  times->runs = {{0, 900, 0, 0},    {20, 1000, 2, 0},   {40, 950, 1, 0},    {60, 1300, 3, 0},  {910, 1900, 0, 0},
                 {960, 2100, 1, 0}, {1010, 2000, 2, 0}, {1310, 2500, 3, 0}, {2600, 3200, 2, 0}};
  result.block_times = std::move(times);
  return result;
}

}  // namespace lanescope::gui::test
