// What the Warps panel draws: the timeline of the watched trace, and what is to be said of it in words.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/views/playback/access_sequence.h"
#include "model/timeline/timeline.h"

namespace warpscope::gui {

struct State;

struct WarpsViewModel {
  // What it was made of; renew() looks at it.
  std::shared_ptr<const AccessSequence> sequence;
  model::TimeAxis axis = model::TimeAxis::barrier_aligned;
  model::RowOrder rows = model::RowOrder::blocks;

  model::Timeline timeline;  ///< its ranks are indices into `indices`
  std::vector<std::uint32_t>
      indices;  ///< in sequence->records, of what is shown: an access that ptxas merged counts once
  std::array<std::uint32_t, model::access_kinds> records{};  ///< by kind
  std::uint32_t blocks = 0;                                  ///< different ones
};

/// The picture of the trace that is shown, made anew only when that or the way it is looked at has changed.
void renew(WarpsViewModel& view_model, const State& state);

/// How many of the instructions that are shown have passed, with the part of the present one: Playback::position counts
/// all accesses.
[[nodiscard]] double passed(const WarpsViewModel& view_model, double position);

/// How an instruction is drawn besides its colour: so that a projector without colours tells them apart.
enum class BarPattern {
  whole,   ///< loads
  halves,  ///< stores: a gap in the middle
  thirds,  ///< atomics: two gaps
  frame    ///< asynchronous copies: hollow
};
[[nodiscard]] BarPattern pattern_of(model::AccessKind kind);
/// The key of the kind's name in the language files.
[[nodiscard]] std::string_view key_of(model::AccessKind kind);

// In the language that was chosen.

/// "Warps in logical order", "Warps in instrumented time".
[[nodiscard]] std::string title_of(const State& state, const WarpsViewModel& view_model);
/// What a step to the right is.
[[nodiscard]] std::string axis_text(const State& state, const WarpsViewModel& view_model);
/// "16 warps of 2 blocks: 640 memory instructions, 9 barriers".
[[nodiscard]] std::string summary(const State& state, const WarpsViewModel& view_model);
/// One sentence about an instruction, by index into Timeline::intervals.
[[nodiscard]] std::string sentence_of_interval(const State& state, const WarpsViewModel& view_model,
                                               std::size_t interval);
/// One about a warp that waits, by index into Timeline::waits.
[[nodiscard]] std::string sentence_of_wait(const State& state, const WarpsViewModel& view_model, std::size_t wait);
/// One about instructions that are too many to be seen one by one.
[[nodiscard]] std::string sentence_of_bin(const State& state, const model::TimelineBin& bin);
/// "1 024 ns", "12.5 µs", "37"
[[nodiscard]] std::string moment_text(model::TimeAxis axis, double moment);

/// The same in one unit for a whole axis, with the digits that tell neighbours apart: "9.5 µs" beside "10.0 µs".
/// step, largest: of the axis, > 0.
[[nodiscard]] std::string tick_text(model::TimeAxis axis, double moment, double step, double largest);

/// Round numbers (1, 2 or 5 times a power of ten) from `from` to `to`, at most `most`; on an axis of instructions whole
/// ones.
[[nodiscard]] std::vector<double> round_moments(double from, double to, int most, bool whole);

/// The wait of a row that covers x, by index; none where it does not wait there.
[[nodiscard]] std::optional<std::size_t> wait_at(const model::Timeline& line, std::uint32_t row, double x);

}  // namespace warpscope::gui
