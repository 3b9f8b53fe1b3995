// A trace made by hand, of two blocks of four warps: each loads and stores, warps with a higher number do more of it
// and with fewer lanes, all of a block meet at a barrier of line 41, read and write.
#pragma once

#include <memory>

#include "gui/support/playback_fixture.h"

namespace lanescope::gui::test {

inline constexpr std::uint32_t barrier_warps = 4;
inline constexpr int barrier_line = 41;

/// Of the emulator, which runs one warp after the other; or of a GPU, on two SMs.
inline std::shared_ptr<const analysis::Traced> barrier_trace(const State& state, bool instrumented = false) {
  auto traced = std::make_shared<analysis::Traced>(*tile_trace(state, 0));
  trace::Trace& trace = traced->trace;
  trace.headers.clear();
  trace.offsets.clear();
  trace.values.clear();
  trace.barriers.clear();
  if (instrumented) trace.source = trace::Trace::Source::instrumented;
  trace.first_block = 5;
  trace.blocks = 2;
  std::uint32_t nanoseconds = 0;
  const auto access = [&](std::uint32_t site, std::uint32_t block, std::uint32_t warp, std::uint32_t mask) {
    trace::Header header;
    header.site = site;
    header.block = block;
    header.warp = warp;
    header.active_mask = mask;
    header.buffer = site == global_store ? 1 : 0;
    header.order_low = static_cast<std::uint32_t>(trace.headers.size());
    if (instrumented) {
      header.sm = 12 - block;
      header.time_low = nanoseconds += 40;
    }
    trace::Offsets offsets;
    for (std::uint32_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
      offsets[lane] = (mask >> lane & 1u) != 0 ? 4 * lane : trace::no_offset;
    }
    trace.headers.push_back(header);
    trace.offsets.push_back(offsets);
  };
  for (const std::uint32_t block : {5u, 6u}) {
    const std::size_t first = trace.barriers.size();
    for (std::uint32_t warp = 0; warp < barrier_warps; ++warp) {
      for (std::uint32_t turn = 0; turn <= warp; ++turn) {
        access(global_load, block, warp, 0xffffffffu >> (8 * turn));
        access(tile_store, block, warp, 0xffffffffu >> (8 * turn));
      }
      trace::Barrier barrier;
      barrier.block = block;
      barrier.warp = warp;
      barrier.active_mask = 0xffffffffu;
      barrier.line = barrier_line;
      barrier.ptx_line = barrier_line + 100;
      barrier.sm = instrumented ? 12 - block : 0;
      if (instrumented) {
        barrier.arrived_time_low = nanoseconds += 10;
      } else {
        barrier.arrived_order_low = static_cast<std::uint32_t>(trace.headers.size());
      }
      trace.barriers.push_back(barrier);
    }
    for (std::size_t index = first; index < trace.barriers.size(); ++index) {
      if (instrumented) {
        trace.barriers[index].released_time_low = nanoseconds + 10;
      } else {
        trace.barriers[index].released_order_low = static_cast<std::uint32_t>(trace.headers.size());
      }
    }
    for (std::uint32_t warp = 0; warp < barrier_warps; ++warp) {
      access(tile_load, block, warp, 0xffffffffu);
      access(global_store, block, warp, 0xffffffffu);
    }
  }
  return traced;
}

inline experiments::Result with_barrier_trace(const State& state, bool instrumented = false) {
  experiments::Result result = emulated(state);
  result.traced = barrier_trace(state, instrumented);
  return result;
}

}  // namespace lanescope::gui::test
