// A trace made by hand: a naive transpose of 64 × 96 floats, of which two blocks of 32 × 8 threads read a tile of
// 32 × 32 each by rows and write it by columns. A third site stores to what was stored before.
#pragma once

#include <memory>
#include <string>

#include "gui/store/playback/playback.h"
#include "gui/support/fixture.h"
#include "gui/support/offscreen.h"

namespace lanescope::gui::test {

inline constexpr std::uint32_t naive_rows = 64, naive_columns = 96;
/// Sites of the trace.
inline constexpr std::uint32_t row_load = 0, column_store = 1, second_store = 2;
inline constexpr int copy_line = 42;  ///< of kernel_text()

/// Each of the eight warps of a block loads and stores four times, alternately. `again`: at its end the first warp of
/// each block stores once more to its last column.
[[nodiscard]] std::shared_ptr<const analysis::Traced> naive_trace(const State& state, bool again = false);
/// A verified result of what the state has selected, with that trace.
[[nodiscard]] experiments::Result with_naive_trace(const State& state, bool again = false);
/// The same with all accesses of the grid of 3 × 2 blocks beside the trace, sent as bytes.
[[nodiscard]] experiments::Result with_whole_grid(const State& state);
/// The same with a wrong element of the output, out[3][4].
[[nodiscard]] experiments::Result with_wrong_element(const State& state);

}  // namespace lanescope::gui::test
