// What plays in the animated views: which trace, which moment of it, which access, warp, lane, bank and byte are
// selected. One value serves all views, so that a click in one of them selects the same in the others. Time is passed
// in, never read: the same seconds give the same picture.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "gui/state/effects.h"
#include "gui/views/playback/access_sequence.h"
#include "lab/result.h"

namespace warpscope::gui {

struct State;

/// A byte that was clicked: in a buffer of the plan, or in the shared memory of the watched block.
struct SelectedByte {
  trace::Space space = trace::Space::shared;
  std::uint32_t buffer = 0;  ///< into Trace::buffers; shared memory: 0
  std::uint64_t offset = 0;  ///< bytes
  friend bool operator==(const SelectedByte&, const SelectedByte&) = default;
};

struct Playback {
  // What the user has chosen.
  std::optional<std::uint32_t> site;  ///< into Trace::sites; empty: all
  std::optional<WarpId> warp;         ///< empty: all
  std::optional<std::uint32_t> lane;
  std::optional<std::uint32_t> bank;
  std::optional<SelectedByte> byte;
  AccessOrder order = AccessOrder::logical;  ///< wanted; AccessSequence::sort is what it is
  AnimatedView front = AnimatedView::banks;  ///< the one that was looked at last: transport keys mean what it shows
  bool playing = false;
  bool loop = true;
  std::array<double, 4> speeds{4, 4, 256, 256};  ///< by view, steps a second: see AccessSequence::steps
  std::array<bool, 4> visible{};                 ///< by view: its panel is seen, so accesses must be recorded
  lab::TraceChoice choice;                       ///< what shall be recorded; the bound is chosen by trace_choice()
  /// The moment: the index in the sequence whose access is in progress, plus how far it is, 0 to 1. The access of n
  /// steps is in step floor(n * part).
  double position = 0;

  // What is known of the trace; refresh_playback() renews it.
  std::uint64_t traced_revision = 0;                   ///< of the trace that is shown
  std::string without;                                 ///< why a setting has no trace; empty: it has, or not yet
  std::uint64_t without_revision = 0;                  ///< that setting
  std::string kernel;                                  ///< whose it is
  std::shared_ptr<const AccessSequence> sequence;      ///< of the newest trace of this kernel; null: there is none
  std::shared_ptr<const std::array<Track, 4>> tracks;  ///< by view; null without sequence
  std::shared_ptr<const lab::HeatTrace> heat;          ///< of the whole grid, beside `sequence`; null: none

  /// Null without sequence.
  [[nodiscard]] const Track* track(AnimatedView view) const { return tracks ? &(*tracks)[index_of(view)] : nullptr; }
  [[nodiscard]] const Track* track() const { return track(front); }
  [[nodiscard]] const lab::Traced* traced() const { return sequence ? sequence->traced.get() : nullptr; }
  [[nodiscard]] double speed() const { return speeds[index_of(front)]; }
  [[nodiscard]] bool sees(AnimatedView view) const { return visible[index_of(view)]; }
  [[nodiscard]] bool any_visible() const { return std::ranges::find(visible, true) != visible.end(); }
};

/// What a view shows at the moment.
struct ShownAccess {
  std::uint32_t index = 0, record = 0;
  std::uint32_t step = 0, steps = 1;  ///< which of how many (wavefronts); 0 <= step < steps
  double part = 0;                    ///< how much of that step has passed, 0 to 1
  bool now = false;                   ///< it is in progress; else it is over, or yet to come
};

/// The access that `view` shows: the last one of the chosen site and warp at or before the moment, else the first.
/// Empty: there is none.
[[nodiscard]] std::optional<ShownAccess> shown_access(const Playback& playback, AnimatedView view);

// Moving in time. Nothing happens without a sequence.

/// `seconds` pass. At the end of what plays it begins again, or stops.
void advance(Playback& playback, double seconds);
void step_access(Playback& playback, int direction);
/// A wavefront of shared memory, or a whole access of others.
void step_wavefront(Playback& playback, int direction);
/// Goes to the first access behind the next barrier (direction 1) or behind the one before (-1), and to an end of the
/// track where there is none.
void step_barrier(Playback& playback, int direction);
/// Steps from the beginning of what plays, with parts; clamped.
void scrub(Playback& playback, double steps);
/// The present moment, as scrub() takes it.
[[nodiscard]] double scrubbed(const Playback& playback);
/// Goes to the beginning of an access, by its index in the sequence.
void go_to(Playback& playback, std::uint32_t index);
/// Factor 2 per direction, within bounds, of the view in front.
void change_speed(Playback& playback, int direction);
inline constexpr double slowest = 0.25, fastest = 65536;  ///< steps a second

// Choosing. The moment moves to the nearest access that was chosen.

void choose_site(Playback& playback, std::optional<std::uint32_t> site);
void choose_warp(Playback& playback, std::optional<WarpId> warp);

/// Another trace: site, warp and the relative index are kept where it has them.
void follow(Playback& playback, std::shared_ptr<const AccessSequence> sequence);

/// The site of `after` that is `site` of `before`: at the same line, with the same operation and space, the n-th of
/// them as before. Empty: there is none.
[[nodiscard]] std::optional<std::uint32_t> same_site(const trace::Trace& before, std::uint32_t site,
                                                     const trace::Trace& after);

// Playback in the window.

/// Makes playback follow what is selected and known now.
void refresh_playback(State& state);
/// A view is seen: what shall be recorded with the next run. Empty: nothing.
[[nodiscard]] std::optional<lab::TraceChoice> trace_choice(const State& state);
/// The trace that is shown belongs to an earlier setting than the knobs.
[[nodiscard]] bool trace_is_stale(const State& state);
/// A view is seen, and no trace of the present setting is known or under way for it.
[[nodiscard]] bool needs_trace(const State& state);
/// Why there is no clock to sort by; empty when there is one, or one can be had.
[[nodiscard]] std::string why_no_clock(const State& state);

/// What is looked at, in the views and in the source, so that perform() finds out which of them a command moved.
struct SelectedLine {
  std::optional<std::uint32_t> site;
  std::uint32_t record = 0;
  int line = 0;
};
[[nodiscard]] SelectedLine selected_line(const State& state);
/// After a command: the line of the source follows the playback, or the playback the line that was chosen. `before`: as
/// it was before the command.
[[nodiscard]] Effects sync_selection(State& state, const SelectedLine& before);

}  // namespace warpscope::gui
