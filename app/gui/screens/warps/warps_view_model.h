// The Warps view shows every warp of the trace as a row over time. It has a bar for each memory instruction, as high as
// lanes were active and in the colour of its kind, dotted lines for waits at barriers, and walls for opened barriers.
//
// The view model takes the sequence of accesses that is played and gives the model's timeline of it (model/timeline.h)
// with all sentences. The timeline is made again only when the trace or the choice of axis and rows changes.
// warps_panel.cpp draws heading, legend, labels and scale, and handles the mouse; warps_rows.cpp draws the rows.
// WarpsChoice of warps_state.h has the visible part of the time.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/access_sequence.h"
#include "gui/readings/time_axis.h"
#include "model/timeline/timeline.h"

namespace lanescope::gui {

struct State;

struct WarpsViewModel {
  // It was made from these, which renew() compares.
  std::shared_ptr<const analysis::AccessSequence> sequence;
  model::TimeAxis axis = model::TimeAxis::barrier_aligned;
  model::RowOrder rows = model::RowOrder::blocks;

  model::Timeline timeline;  ///< its ranks are indices into `indices`
  /// The shown accesses, in sequence->records; an access that ptxas merged counts once.
  std::vector<std::uint32_t> indices;
  std::array<std::uint32_t, model::access_kind_count> records{};  ///< number for each kind
  std::uint32_t blocks = 0;                                       ///< number of different blocks
};

/// Makes the view model of the trace that is played, unless the trace and the choice of axis and rows are the same as
/// before.
void renew(WarpsViewModel& view_model, const State& state);

/// Returns how many of the shown instructions have passed, with the fraction of the present one. Playback::position
/// counts all accesses.
[[nodiscard]] double passed(const WarpsViewModel& view_model, double position);

/// A filled part of a bar's height, from 0 at its top to 1.
struct BarStrip {
  double from = 0, to = 1;
};
/// Returns how the bar of an instruction is filled, so that kinds differ without colours. Loads are whole, stores have
/// a gap in the middle, and atomics have two gaps. It is empty for asynchronous copies, which are hollow frames.
[[nodiscard]] std::span<const BarStrip> strips_of(model::AccessKind kind);
/// Returns the key of the kind's name in the language files, such as "warps.global_load".
[[nodiscard]] std::string key_of(model::AccessKind kind);

// These return texts in the chosen language.

/// Returns "Warps in logical order" or "Warps in instrumented time".
[[nodiscard]] std::string title_of(const State& state, const WarpsViewModel& view_model);
/// Returns what a step to the right means.
[[nodiscard]] std::string axis_text(const State& state, const WarpsViewModel& view_model);
/// Returns a summary such as "16 warps of 2 blocks: 640 memory instructions, 9 barriers".
[[nodiscard]] std::string summary(const State& state, const WarpsViewModel& view_model);
/// Returns "line 12", or the line of the PTX where the source line is unknown (0).
[[nodiscard]] std::string barrier_place(const State& state, std::uint32_t line, std::uint32_t ptx_line);
/// Returns one sentence about an instruction, by index into Timeline::intervals.
[[nodiscard]] std::string sentence_of_interval(const State& state, const WarpsViewModel& view_model,
                                               std::size_t interval);
/// Returns one sentence about a warp that waits, by index into Timeline::waits.
[[nodiscard]] std::string sentence_of_wait(const State& state, const WarpsViewModel& view_model, std::size_t wait);
/// Returns one sentence about instructions that are too many to show one by one.
[[nodiscard]] std::string sentence_of_bin(const State& state, const model::TimelineBin& bin);
/// Returns the index of the row's wait that covers x, or nothing when the warp does not wait there.
[[nodiscard]] std::optional<std::size_t> wait_at(const model::Timeline& line, std::uint32_t row, double x);

}  // namespace lanescope::gui
