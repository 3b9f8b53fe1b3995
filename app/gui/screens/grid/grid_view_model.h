// The Grid view shows the blocks of each launch on the multiprocessors that run them: a row for each SM, time to the
// right, a bar for each block, the waves, the tail in which SMs stand idle, how many blocks are resident, and what the
// running blocks touch of the buffers.
//
// grid_times.h has the times and where they come from; grid_clock.h the moment; grid_memory.h what blocks touch;
// grid_picture.h the pixels. The view model joins them with all sentences. grid_panel.cpp lays the view out and handles
// the mouse; grid_drawing.cpp draws what is around the picture.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/grid_times.h"
#include "analysis/traced.h"
#include "gui/readings/time_axis.h"
#include "gui/screens/grid/grid_memory.h"
#include "gui/store/playback/grid_clock.h"

namespace lanescope::gui {

struct State;

struct GridViewModel {
  std::shared_ptr<const analysis::GridTimes> times;  ///< it was made from these
  double tick = 0;
  std::size_t launch = 0;    ///< the one of the moment
  model::GridMoment moment;  ///< of that launch

  // What the running blocks touch.
  GridMemory memory;
  std::vector<GridTouched> touched;  ///< by buffer of `memory`

  const analysis::Traced* traced = nullptr;  ///< what `memory` was made from
  const experiments::Result* result = nullptr;
  std::size_t memory_of = ~std::size_t{0};  ///< the launch of `memory`
  double touched_at = -1;                   ///< the tick of `touched`

  [[nodiscard]] const analysis::GridLaunch& now() const { return times->launches[launch]; }
  [[nodiscard]] std::uint64_t touched_bytes() const;
};

/// Makes the view model follow the times and the moment. There are times.
void renew(GridViewModel& view_model, const State& state);

/// The block that takes a place at a tick, or nothing.
[[nodiscard]] std::optional<GridBlock> block_at(const analysis::GridTimes& times, std::uint32_t sm, std::uint32_t slot,
                                                double tick);

/// The block of the present launch whose accesses the other views show, or nothing.
[[nodiscard]] std::optional<GridBlock> traced_block(const GridViewModel& view_model);

// These return texts in the chosen language.

[[nodiscard]] std::string title_of(const State& state, const GridViewModel& view_model);
[[nodiscard]] std::string summary(const State& state, const GridViewModel& view_model);
/// Describes the moment, and what is to be said about the times.
[[nodiscard]] std::string grid_caption(const State& state, const GridViewModel& view_model);
/// Returns a few words about the tail of the present launch; empty without one.
[[nodiscard]] std::string tail_text(const State& state, const analysis::GridLaunch& launch);
[[nodiscard]] std::string sentence_of_block(const State& state, const analysis::GridTimes& times,
                                            const GridBlock& block);
[[nodiscard]] std::string sentence_of_idle(const State& state, const analysis::GridTimes& times, std::uint32_t sm,
                                           double tick);
/// Returns how much the running blocks touch, compared with the size of the L2.
[[nodiscard]] std::string memory_text(const State& state, const GridViewModel& view_model);
/// Returns what the time axis shows.
[[nodiscard]] std::string axis_text(const State& state, const analysis::GridTimes& times);
[[nodiscard]] std::string bytes_text(std::uint64_t bytes);

}  // namespace lanescope::gui
