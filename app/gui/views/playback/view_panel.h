// What the panels of the animated views have in common: why one shows nothing, its caption, its transport bar.
//
// How to add a view: a folder in gui/views whose NAME_panel.cpp has a class that derives from ViewPanel, one line of
// the table of panels (panels.h), and an AnimatedView. A structure test goes through both. The sequence
// (access_sequence.h) has the order of the accesses, where barriers were and what merges; which access costs what is
// said by `model` alone. A record of the trace that was clicked: ChooseRecord{record}.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

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

/// What every animated view draws with: rectangles, lines and texts in colours that fade together.
/// `share`: opacity of a part, 0 to 1, times `opacity`. `width`, `round` (radius of the corners): pixels.
struct ViewCanvas {
  const Frame& frame;
  float opacity;  ///< of all that is drawn: below 1 while the accesses are those of an earlier setting
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Theme& theme = frame.theme;
  const Playback& playback = frame.state.playback;
  float em = frame.em;

  [[nodiscard]] ImU32 ink(ImVec4 colour, float share = 1) const { return packed(faded(colour, share * opacity)); }
  void fill(const ImRect& rect, ImVec4 colour, float share = 1, float round = 0) const {
    list.AddRectFilled(rect.Min, rect.Max, ink(colour, share), round);
  }
  void outline(const ImRect& rect, ImVec4 colour, float width, float share = 1, float round = 0) const {
    list.AddRect(rect.Min, rect.Max, ink(colour, share), round, 0, width);
  }
  void line(ImVec2 from, ImVec2 to, ImVec4 colour, float width, float share = 1) const {
    list.AddLine(from, to, ink(colour, share), width);
  }
  void text(ImVec2 at, const std::string& text, ImVec4 colour, float share = 1) const {
    list.AddText(at, ink(colour, share), text.c_str());
  }
  /// Where a text of that extent begins that stands around a point.
  [[nodiscard]] static ImVec2 corner_of(ImVec2 centre, ImVec2 extent) {
    return {centre.x - extent.x / 2, centre.y - extent.y / 2};
  }
  void centred_text(ImVec2 centre, const std::string& words, ImVec4 colour, float share = 1) const {
    text(corner_of(centre, size_of(words)), words, colour, share);
  }
  /// The ground of a text that stands over a picture; `margin`: pixels beside it.
  void ground_of_text(ImVec2 at, ImVec2 extent, float margin, ImVec4 colour, float share = 1, float round = 0) const {
    fill({at.x - margin, at.y, at.x + extent.x + margin, at.y + extent.y}, colour, share, round);
  }
  /// For tests: where something stands.
  void name(const std::string& what, const ImRect& place) const { name_place(frame, what, place); }
};

/// What the mouse does to a picture that can be looked at closely, which is an item from now on: the wheel zooms about
/// the mouse, dragging moves, a click chooses, a double click wants all of it.
struct PictureMouse {
  PictureMouse(const char* id, const ImRect& area, float em);

  bool hovered = false, clicked = false, wants_all = false;
  double x = 0, y = 0;  ///< where it is, in shares of the area
  double factor = 1;    ///< by which more is seen; below 1: less, which is closer
  ImVec2 moved;         ///< pixels since the last frame, while it drags
};

/// A small button that looks pressed while it is on. True when it was clicked.
bool toggle_button(const Frame& frame, const std::string& words, const char* id, bool on);

}  // namespace warpscope::gui
