// What the animated views play: the trace and its moment, and the selected access, warp, lane, bank and byte. All views
// share these values, so that a click in one view selects the same in the others. Time is passed in and never read, so
// that the same seconds give the same picture.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "experiments/result.h"
#include "gui/store/effects.h"
#include "gui/store/playback/animated_views.h"
#include "gui/store/playback/grid_clock.h"
#include "lessons/lesson.h"

namespace lanescope::gui {

struct State;

/// A byte that was clicked, in a buffer of the plan, or in the shared memory of the watched block.
struct SelectedByte {
  trace::Space space = trace::Space::shared;
  std::uint32_t buffer = 0;  ///< index into Trace::buffers; 0 for shared memory
  std::uint64_t offset = 0;  ///< in bytes
  friend bool operator==(const SelectedByte&, const SelectedByte&) = default;
};

using Tracks = std::array<analysis::Track, animated_view_count>;  ///< by view

/// What the user looks at, in all views and in the source at once. The access is that of the moment.
struct Focus {
  std::optional<std::uint32_t> site;        ///< index into Trace::sites; empty means all
  std::optional<analysis::WarpId> warp;     ///< empty means all
  std::optional<std::uint32_t> lane, bank;  ///< 0 to 31; they are marked
  std::optional<SelectedByte> byte;         ///< it is marked
  int line = 0;                             ///< of the kernel's source; 0 means none
  friend bool operator==(const Focus&, const Focus&) = default;
};

struct Playback {
  // These are the user's choices.
  Focus focus;
  analysis::AccessOrder order =
      analysis::AccessOrder::logical;        ///< the wanted one; AccessSequence::order is the actual one
  AnimatedView front = AnimatedView::banks;  ///< the one on the stage; the transport keys control it
  bool playing = true;
  bool loop = true;
  bool levels = false;                               ///< the views colour by the level of memory that answers
  std::array<double, animated_view_count> speeds{};  ///< by view, in steps per second; 0 means that none was chosen
  /// By view, whether its panel is visible; accesses are recorded then.
  std::array<bool, animated_view_count> visible{};
  std::map<AnimatedView, lessons::ViewCamera> cameras;  ///< where views look from; a view without one shows its own
  experiments::TraceChoice choice;                      ///< what shall be recorded; trace_choice() sets the limit
  /// The moment, which is the index in the sequence of the access in progress, plus its progress from 0 to 1. An access
  /// of n steps is in step floor(n * part).
  double position = 0;
  GridClock grid;  ///< the moment of the view with a clock of its own

  // This is what is known of the trace; follow_playback() renews it.
  std::uint64_t traced_revision = 0;    ///< revision of the trace that is shown
  Message no_trace;                     ///< why a setting has no trace; empty if it has, or may get one
  std::uint64_t no_trace_revision = 0;  ///< revision of that setting
  std::string kernel;                   ///< the kernel of the trace
  std::shared_ptr<const analysis::AccessSequence>
      sequence;                                        ///< the newest trace of this kernel; null when there is none
  std::shared_ptr<const Tracks> tracks;                ///< null without a sequence
  std::shared_ptr<const experiments::HeatTrace> heat;  ///< the whole grid, beside `sequence`; null means none

  /// Returns null without a sequence.
  [[nodiscard]] const analysis::Track* track(AnimatedView view) const {
    return tracks ? &(*tracks)[index_of(view)] : nullptr;
  }
  [[nodiscard]] const analysis::Track* track() const { return track(front); }
  [[nodiscard]] const analysis::Traced* traced() const { return sequence ? sequence->traced.get() : nullptr; }
  /// Returns the speed in steps per second: the chosen one, else the one at which a pass takes about 8 s.
  [[nodiscard]] double speed(AnimatedView view) const;
  [[nodiscard]] double speed() const { return speed(front); }
  [[nodiscard]] bool is_visible(AnimatedView view) const { return visible[index_of(view)]; }
  [[nodiscard]] bool any_visible() const { return std::ranges::find(visible, true) != visible.end(); }
};

/// Returns the steps that the view in front plays from beginning to end; 0 when there is nothing.
[[nodiscard]] double playable_steps(const Playback& playback);
/// Returns whether a visible view plays.
[[nodiscard]] bool plays(const Playback& playback);
/// Pauses, and sets each view to ViewTraits::speed, so that the same seconds lead to the same picture.
void pause_at_default_speeds(Playback& playback);

/// What a view shows at the moment.
struct ShownAccess {
  std::uint32_t index = 0, record = 0;
  std::uint32_t step = 0, steps = 1;  ///< the present one, and the number of steps (wavefronts); 0 <= step < steps
  double part = 0;                    ///< how much of that step has passed, 0 to 1
  bool now = false;                   ///< whether it is in progress; otherwise it is over, or yet to come
};

/// Returns the access that `view` shows, which is the last one of the chosen site and warp at or before the moment, or
/// the first one. It is empty when there is none.
[[nodiscard]] std::optional<ShownAccess> shown_access(const Playback& playback, AnimatedView view);

// These move in time. They do nothing without a sequence.

/// Moves on by `seconds`. At the end, it begins again or stops.
void advance(Playback& playback, double seconds);
/// Moves on by `seconds` at ViewTraits::speed, and pauses.
void play_for(Playback& playback, double seconds);
void step_access(Playback& playback, int direction);
/// Moves by a wavefront of shared memory, or by a whole access of other memory.
void step_wavefront(Playback& playback, int direction);
/// Goes to the first access after the next barrier (direction 1) or after the previous one (-1), and to an end of the
/// track when there is none.
void step_barrier(Playback& playback, int direction);
/// Goes to a number of steps, with their fraction, from the beginning of the track. The number is clamped.
void scrub(Playback& playback, double steps);
/// Returns the present moment, as scrub() takes it.
[[nodiscard]] double scrubbed(const Playback& playback);
/// Returns where the moment is among the accesses that the view in front plays, as a part of their number. Two settings
/// with the same sequence have the same access there. It is empty when nothing plays, or the view has its own clock.
[[nodiscard]] std::optional<double> share_of_accesses(const Playback& playback);
/// Goes to where share_of_accesses() is that.
void go_to_share(Playback& playback, double share);
/// Goes to the beginning of an access, by its index in the sequence.
void go_to(Playback& playback, std::uint32_t index);
/// Changes the speed of the front view by a factor of 2 in that direction, within bounds.
void change_speed(Playback& playback, int direction);
inline constexpr double min_speed = 0.25, max_speed = 65536;  ///< in steps per second

/// Takes another focus. The moment moves to the nearest access that plays. A warp that never executes the site gives
/// way to one that does.
void set_focus(Playback& playback, const Focus& focus);
/// Takes another line of the source and leaves the rest of the focus; 0 means none.
void select_line(Playback& playback, int line);

/// Takes another trace. It keeps site, warp and the relative index if the trace has them.
void follow(Playback& playback, std::shared_ptr<const analysis::AccessSequence> sequence);

/// Returns the site of `after` that corresponds to `site` of `before`. It has the same line, operation and space, and
/// is the n-th of these, as before. It is empty when there is none.
[[nodiscard]] std::optional<std::uint32_t> same_site(const trace::Trace& before, std::uint32_t site,
                                                     const trace::Trace& after);

// These are about playback in the window.

/// Makes playback follow what is selected and known now.
void follow_playback(State& state);
/// Returns what the next run shall record for the visible views, or nothing when none needs it.
[[nodiscard]] std::optional<experiments::TraceChoice> trace_choice(const State& state);
/// Returns whether the trace that is shown belongs to an earlier setting than the knobs.
[[nodiscard]] bool trace_is_stale(const State& state);
/// Returns whether a view is visible and the present setting has no trace for it yet.
[[nodiscard]] bool needs_trace(const State& state);
/// Returns why the present setting has no trace. It is empty when it has one, or may still get one.
[[nodiscard]] Message why_no_trace(const State& state);
/// Returns why there is no clock to sort by. It is empty when there is one, or a run can record one.
[[nodiscard]] std::string why_no_clock(const State& state);

/// The selection in the views and in the source, which lets perform() find out which of them a command moved.
struct SelectedLine {
  std::optional<std::uint32_t> site;
  std::uint32_t record = 0;
  int line = 0;
};
[[nodiscard]] SelectedLine selected_line(const State& state);
/// Called after a command. The line of the source follows the playback, or the playback follows the line that was
/// chosen. `before` is the selection before the command.
[[nodiscard]] Effects sync_selection(State& state, const SelectedLine& before);

}  // namespace lanescope::gui
