// What the actions of the animated views and their transport bar do (gui/state/actions.h lists them).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/error.h"

namespace warpscope::gui {

struct Command;
struct State;

[[nodiscard]] std::string needs_accesses(const State& state);  ///< something is recorded that the view in front shows
[[nodiscard]] std::string needs_trace_at_all(const State& state);
[[nodiscard]] std::string needs_barrier(const State& state);
[[nodiscard]] std::string needs_clock(const State& state);

[[nodiscard]] Status show_banks(State& state, const Command& command, double seconds);
[[nodiscard]] Status show_sectors(State& state, const Command& command, double seconds);
[[nodiscard]] Status show_matrices(State& state, const Command& command, double seconds);
[[nodiscard]] Status show_warps(State& state, const Command& command, double seconds);
/// target: a view whose panel is seen (value 1) or hidden (0) now.
[[nodiscard]] Status see_view(State& state, const Command& command, double seconds);
/// target: the view that is looked at.
[[nodiscard]] Status choose_view(State& state, const Command& command, double seconds);

[[nodiscard]] Status toggle_playing(State& state, const Command& command, double seconds);
[[nodiscard]] Status next_access(State& state, const Command& command, double seconds);
[[nodiscard]] Status previous_access(State& state, const Command& command, double seconds);
[[nodiscard]] Status next_wavefront(State& state, const Command& command, double seconds);
[[nodiscard]] Status previous_wavefront(State& state, const Command& command, double seconds);
[[nodiscard]] Status next_barrier(State& state, const Command& command, double seconds);
[[nodiscard]] Status previous_barrier(State& state, const Command& command, double seconds);
[[nodiscard]] Status faster(State& state, const Command& command, double seconds);
[[nodiscard]] Status slower(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_loop(State& state, const Command& command, double seconds);
[[nodiscard]] Status toggle_clock(State& state, const Command& command, double seconds);
/// value: microseconds that passed since it was asked last.
[[nodiscard]] Status pass_time(State& state, const Command& command, double seconds);
/// value: thousandths of a step from the beginning of what plays.
[[nodiscard]] Status scrub_to(State& state, const Command& command, double seconds);
/// value: a record of the trace; the moment goes to it, and its warp is chosen.
[[nodiscard]] Status choose_record(State& state, const Command& command, double seconds);

/// value: a site of the trace; -1: all.
[[nodiscard]] Status choose_watched_site(State& state, const Command& command, double seconds);
/// value: an index into AccessSequence::warps; -1: all.
[[nodiscard]] Status choose_watched_warp(State& state, const Command& command, double seconds);
/// value: 0 to 31; -1: none. Chosen again, it is chosen no more.
[[nodiscard]] Status choose_lane(State& state, const Command& command, double seconds);
[[nodiscard]] Status choose_bank(State& state, const Command& command, double seconds);
/// value: a byte of shared memory, or with target the name of a buffer one of that; -1: none.
[[nodiscard]] Status choose_byte(State& state, const Command& command, double seconds);

[[nodiscard]] bool is_playing(const State& state);
[[nodiscard]] bool is_looping(const State& state);
[[nodiscard]] bool is_by_clock(const State& state);

/// After an action: the source line goes with the playback, or the playback with the line that was chosen. `before`:
/// the watched site and the line as they were.
struct SelectedLine {
  std::optional<std::uint32_t> site;
  std::uint32_t record = 0;
  int line = 0;
  double position = 0;
};
[[nodiscard]] SelectedLine selected_line(const State& state);
void sync_selection(State& state, const SelectedLine& before);

}  // namespace warpscope::gui
