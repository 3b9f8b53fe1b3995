// The Warps view shows every warp of the trace as a row over time: a bar for each memory instruction, as high as lanes
// were active and in the colour of its kind, waits at barriers as dotted lines, barriers that opened as walls.
//
// The view model takes the sequence of accesses that is played and gives the model's timeline of it (model/timeline.h),
// made anew only when the trace or the choice of axis and rows changes, and all sentences. warps_panel.cpp draws
// heading, legend, labels and scale, and answers the mouse; warps_rows.cpp draws the rows; WarpsChoice of state.h is
// the part of the time that is seen.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gui/views/playback/access_sequence.h"
#include "model/timeline/timeline.h"

namespace warpscope::gui {

struct State;

struct WarpsViewModel {
  // What it was made of: renew() compares it.
  std::shared_ptr<const AccessSequence> sequence;
  model::TimeAxis axis = model::TimeAxis::barrier_aligned;
  model::RowOrder rows = model::RowOrder::blocks;

  model::Timeline timeline;  ///< its ranks are indices into `indices`
  std::vector<std::uint32_t>
      indices;  ///< in sequence->records, of what is shown: an access that ptxas merged counts once
  std::array<std::uint32_t, model::access_kinds> records{};  ///< by kind
  std::uint32_t blocks = 0;                                  ///< different ones
};

/// Makes the view model of the trace that is played, unless it is that already: the trace and the choice of axis and
/// rows are compared.
void renew(WarpsViewModel& view_model, const State& state);

/// How many of the instructions that are shown have passed, with the part of the present one: Playback::position counts
/// all accesses.
[[nodiscard]] double passed(const WarpsViewModel& view_model, double position);

/// A part of a bar's height that is filled, from 0 at its top to 1.
struct BarStrip {
  double from = 0, to = 1;
};
/// How the bar of an instruction is filled, so that a projector without colours tells kinds apart: loads whole, stores
/// with a gap in the middle, atomics with two gaps. Empty: asynchronous copies are hollow frames.
[[nodiscard]] std::span<const BarStrip> strips_of(model::AccessKind kind);
/// The key of the kind's name in the language files: "warps.global_load".
[[nodiscard]] std::string key_of(model::AccessKind kind);

// Texts, in the language that was chosen.

/// "Warps in logical order", "Warps in instrumented time".
[[nodiscard]] std::string title_of(const State& state, const WarpsViewModel& view_model);
/// What a step to the right is.
[[nodiscard]] std::string axis_text(const State& state, const WarpsViewModel& view_model);
/// "16 warps of 2 blocks: 640 memory instructions, 9 barriers".
[[nodiscard]] std::string summary(const State& state, const WarpsViewModel& view_model);
/// "line 12", or of the PTX where the line of the source is not known (0).
[[nodiscard]] std::string barrier_place(const State& state, std::uint32_t line, std::uint32_t ptx_line);
/// One sentence about an instruction, by index into Timeline::intervals.
[[nodiscard]] std::string sentence_of_interval(const State& state, const WarpsViewModel& view_model,
                                               std::size_t interval);
/// One about a warp that waits, by index into Timeline::waits.
[[nodiscard]] std::string sentence_of_wait(const State& state, const WarpsViewModel& view_model, std::size_t wait);
/// One about instructions that are too many to be seen one by one.
[[nodiscard]] std::string sentence_of_bin(const State& state, const model::TimelineBin& bin);
/// "1 024 ns", "12.5 µs", "37"
[[nodiscard]] std::string moment_text(model::TimeAxis axis, double moment);

/// The text of moment_text() in one unit for a whole axis, with the digits that tell neighbours apart: "9.5 µs" beside
/// "10.0 µs". step, largest: of the axis, > 0.
[[nodiscard]] std::string tick_text(model::TimeAxis axis, double moment, double step, double largest);

/// Round numbers (1, 2 or 5 times a power of ten) from `from` to `to`, at most `most`; on an axis of instructions whole
/// ones.
[[nodiscard]] std::vector<double> round_moments(double from, double to, int most, bool whole);

/// The wait of a row that covers x, by index; none where it does not wait there.
[[nodiscard]] std::optional<std::size_t> wait_at(const model::Timeline& line, std::uint32_t row, double x);

}  // namespace warpscope::gui
