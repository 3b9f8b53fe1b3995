// Commands of the animated views.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "gui/store/command.h"
#include "gui/store/playback/animated_views.h"
#include "lessons/lesson.h"

namespace lanescope::gui {

/// Reports whether the panel of the view is visible. Accesses are recorded while it is.
struct SetViewVisible {
  AnimatedView view = AnimatedView::banks;
  bool visible = true;
  LANESCOPE_APPLIES;
};

/// Makes the transport keys control this view.
struct ChooseView {
  AnimatedView view = AnimatedView::banks;
  LANESCOPE_APPLIES;
};

/// Moves the playback on.
struct AdvancePlayback {
  std::chrono::microseconds time{};
  LANESCOPE_APPLIES;
};

/// Moves the playback to a position.
struct ScrubTo {
  double steps = 0;
  LANESCOPE_APPLIES;
};

/// Moves the playback to an access.
struct ChooseRecord {
  std::size_t record = 0;  ///< index into Trace::headers
  LANESCOPE_APPLIES;
};

/// Plays the accesses of one instruction alone.
struct ChooseSite {
  std::optional<std::uint32_t> site;  ///< index into Trace::sites; empty means all
  LANESCOPE_APPLIES;
};

/// Plays the accesses of one warp alone.
struct ChooseWarp {
  std::optional<std::size_t> index;  ///< index into AccessSequence::warps; empty means all
  LANESCOPE_APPLIES;
};

// These mark something in every view. The mark goes away when the same thing is marked again.
struct ChooseLane {
  std::optional<std::uint32_t> lane;  ///< 0 to 31; empty means none
  LANESCOPE_APPLIES;
};

struct ChooseBank {
  std::optional<std::uint32_t> bank;  ///< 0 to 31; empty means none
  LANESCOPE_APPLIES;
};

struct ChooseByte {
  std::optional<std::uint64_t> offset;  ///< in bytes; empty means none
  std::string buffer;                   ///< empty means shared memory
  LANESCOPE_APPLIES;
};

/// Sets which part a view shows, and from where; a step of a lesson stores it.
struct PlaceCamera {
  AnimatedView view = AnimatedView::matrices;
  lessons::ViewCamera camera;
  LANESCOPE_APPLIES;
};

struct ViewGrid {
  double from = 0, to = 1;     ///< fractions of the time
  double first = 0, last = 1;  ///< fractions of the multiprocessors
  LANESCOPE_APPLIES;
};

/// Selects a block in the Grid view, which the other views then record; the same one again deselects it.
struct ChooseBlock {
  std::size_t launch = 0;   ///< index into GridTimes::launches
  std::uint64_t block = 0;  ///< linear in its grid
  LANESCOPE_APPLIES;
};

}  // namespace lanescope::gui
