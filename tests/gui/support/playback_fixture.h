// A trace made by hand: a block of four warps writes a tile of 32 x 32 floats to shared memory row by row, meets a
// barrier, and reads it by columns.
#pragma once

#include <memory>

#include "gui/store/playback/playback.h"
#include "gui/support/fixture.h"

namespace lanescope::gui::test {

inline constexpr std::uint32_t tile_warps = 4, tile_rows_per_warp = 8;
/// Sites of the trace.
inline constexpr std::uint32_t global_load = 0, tile_store = 1, tile_load = 2, global_store = 3;
inline constexpr int read_line = 41, write_line = 42;  ///< of kernel_text(): the guard and the access

/// `pad`: words behind each row of the tile. Each warp loads, stores, and after the barrier loads and stores 8 times.
[[nodiscard]] std::shared_ptr<const analysis::Traced> tile_trace(const State& state, std::uint32_t pad);

/// A result of what the state has selected, with that trace.
[[nodiscard]] experiments::Result with_trace(const State& state, std::uint32_t pad);

}  // namespace lanescope::gui::test
