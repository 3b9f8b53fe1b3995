// What the panels of the animated views have in common: why one shows nothing, its caption, its transport bar.
//
// How to add a view: a folder in gui/views whose NAME_panel.cpp has a class that derives from ViewPanel, one line of
// the table of panels (panels.h), and an AnimatedView. A structure test goes through both. The sequence
// (access_sequence.h) has the order of the accesses, where barriers were and what merges; which access costs what is
// said by `model` alone. A record of the trace that was clicked: ChooseRecord{record}.
#pragma once

#include <string>

#include "gui/panels/panels.h"
#include "gui/views/playback/playback.h"
#include "gui/widgets/widgets.h"

namespace warpscope::gui {

/// Why the view has nothing to show, in a sentence, with what to do about it; empty when it has.
[[nodiscard]] std::string why_nothing_to_show(const State& state, AnimatedView view);

/// The panel of an animated view.
class ViewPanel : public Panel {
 public:
  explicit ViewPanel(AnimatedView view) : view_(view) {}
  void draw(const Frame& frame) final;
  void stay_hidden(const Frame& frame) final;

 protected:
  /// Draws into `canvas`, the room above caption and transport bar in pixels on the screen, with
  /// ImGui::GetWindowDrawList(). `opacity`: less than 1 while the accesses are those of an earlier setting. Returns the
  /// caption: what is happening, in words, from a pure function that has a test.
  [[nodiscard]] virtual std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) = 0;

 private:
  /// Tells the state whether the view is seen, so that accesses are recorded only then.
  void say_whether_seen(const Frame& frame, bool is_seen);

  AnimatedView view_;
  int unlike_ = 0;  ///< frames for which the view was seen or not as State does not say
};

/// Height of draw_transport_bar(), pixels.
[[nodiscard]] float transport_height(const Frame& frame, float width);
/// Play, steps, speed, loop, a line to scrub, and what plays: instruction, block, warp, order. At the cursor.
void draw_transport_bar(const Frame& frame, AnimatedView view);

}  // namespace warpscope::gui
