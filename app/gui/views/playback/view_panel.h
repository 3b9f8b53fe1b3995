// What the panels of the animated views have in common: how one begins and ends, its caption, its transport bar.
//
// How to add a view (AnimatedView::sectors, say; its name, tab, key, action and place in the layout are there already):
//   1. sectors_panel.cpp, with all of the view:
//        void draw_sectors_panel(const Frame& frame, ViewMemory& memory) {
//          ViewPanel panel(frame, memory, AnimatedView::sectors);
//          if (!panel.seen()) return;                        // another tab is in front, or there is nothing to show,
//                                                            // which the panel has said
//          const auto at = shown_access(frame.state.playback, AnimatedView::sectors);  // the access of the moment
//          ... draw into panel.canvas() with ImGui::GetWindowDrawList(), name_place() what tests aim at,
//              frame.emit({"choose_lane", "", 7}) for what is clicked ...
//          panel.caption("what is happening, in words");     // from a pure function, with a test
//        }                                                   // its end draws caption and transport bar
//   2. its declaration in panels.h, and the call in draw_views() of interface.cpp, beside that of the Banks panel.
//   What shall last over frames (a morph in progress, a hovered element) goes into a struct of the view's own that the
//   Interface keeps beside ViewMemory; nothing of it goes into State. While it moves, say memory.moving = true: the
//   window then draws another frame.
// The sequence (gui/views/playback/access_sequence.h) has the order of the accesses, where barriers were and what
// merges; which access costs what is said by `model` alone. A record of the trace that was clicked: {"choose_record",
// "", record}.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "gui/panels/panels.h"
#include "gui/views/playback/playback.h"
#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// What the interface remembers of the views between frames.
struct ViewMemory {
  std::array<std::uint64_t, 4> fronted{};  ///< by view: Playback::fronts_wanted when its panel last came to the front
  std::array<int, 4> unlike{};  ///< by view: frames for which its panel was seen or not as State does not say
  bool moving = false;          ///< something is not yet where it goes: another frame is wanted
};

/// The name of the view's panel: panel::banks.
[[nodiscard]] const char* panel_of(AnimatedView view);

/// Why the view has nothing to show, in a sentence, with what to do about it; empty when it has.
[[nodiscard]] std::string why_nothing_to_show(const State& state, AnimatedView view);

/// From here to the end of the scope: the panel of a view.
class ViewPanel {
 public:
  ViewPanel(const Frame& frame, ViewMemory& memory, AnimatedView view);
  ~ViewPanel();
  ViewPanel(const ViewPanel&) = delete;
  ViewPanel& operator=(const ViewPanel&) = delete;

  /// There is room, and something to draw into it.
  [[nodiscard]] bool seen() const { return seen_; }
  /// The room above caption and transport bar, pixels on the screen.
  [[nodiscard]] ImRect canvas() const { return canvas_; }
  /// Dimmed while the accesses are those of an earlier setting.
  [[nodiscard]] float opacity() const;
  void caption(std::string text) { caption_ = std::move(text); }

 private:
  const Frame& frame_;
  AnimatedView view_;
  bool open_ = false, seen_ = false;
  ImRect canvas_;
  std::string caption_;
};

/// Height of draw_transport_bar(), pixels.
[[nodiscard]] float transport_height(const Frame& frame, float width);
/// Play, steps, speed, loop, a line to scrub, and what plays: instruction, block, warp, order. At the cursor.
void draw_transport_bar(const Frame& frame, AnimatedView view);

}  // namespace warpscope::gui
