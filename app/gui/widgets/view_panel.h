// What the panels of the animated views share: why one shows nothing, its caption, and its transport bar.
//
// To add a view, write a panel (panels.h) whose class derives from ViewPanel, made with make_view, and an AnimatedView.
// A structure test checks both. The sequence (access_sequence.h) has the order of the accesses, the barriers, and what
// merges. Only `model` decides what an access costs. A click on a record of the trace emits ChooseRecord{record}. On
// the split stage (stage_halves.h), two panels of the view draw beside each other, each from the state of its half.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gui/readings/comparison_view_model.h"
#include "gui/store/playback/playback.h"
#include "gui/widgets/levels.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// Returns a sentence that says why the view has nothing to show and what to do about it. It is empty when it has.
[[nodiscard]] std::string why_nothing_to_show(const State& state, AnimatedView view);

/// The panel of an animated view.
class ViewPanel : public Panel {
 public:
  explicit ViewPanel(AnimatedView view) : view_(view) {}
  void draw(const Frame& frame) final;
  void draw_hidden(const Frame& frame) final;
  [[nodiscard]] std::string caption() const final { return caption_; }
  /// Takes the panel that draws the left half of the split stage.
  void put_left(std::unique_ptr<ViewPanel> left) { left_ = std::move(left); }

 protected:
  /// Draws into `canvas`, the area above caption and transport bar in pixels on the screen, with
  /// ImGui::GetWindowDrawList(). `opacity` is less than 1 while the accesses belong to an earlier setting. It returns
  /// the caption, which describes the moment in words, and comes from a pure function that has a test.
  [[nodiscard]] virtual std::string draw_view(const Frame& frame, const ImRect& canvas, float opacity) = 0;

 private:
  static constexpr float caption_size = 1.1F;                  // as a fraction of normal text
  static constexpr float caption_line = 1.25F * caption_size;  // in text heights
  static constexpr float narrow_lines = 3;  // of a caption, kept free so that the picture above does not move
  /// Of the panel, for the picture at least, before the bar has rows.
  static constexpr float picture_share = 0.62F;

  /// Reports to the state whether the view is visible, so that accesses are recorded only then.
  void report_visibility(const Frame& frame, bool is_visible);
  /// Draws the picture into the canvas, and returns the caption.
  [[nodiscard]] std::string draw_picture(const Frame& frame, const ImRect& canvas);
  /// Draws the caption below the canvas into a place of that height; the panel is cut there, and a tooltip has the
  /// rest.
  void draw_caption(const Frame& frame, const std::string& caption, const ImRect& canvas, float height) const;
  // These are defined in split_stage.cpp.
  void draw_halves(const Frame& frame);
  void draw_half(const Frame& frame, const Comparison& comparison, std::size_t half);
  /// Returns whether the transport takes the place of the caption in a lecture, which it does while the mouse moves.
  [[nodiscard]] bool mouse_asks_for_transport(const Frame& frame, const ImRect& place);

  AnimatedView view_;
  std::string caption_;  ///< of the last picture, or why there is none
  std::unique_ptr<ViewPanel> left_;
  double transport_until_ = 0;   ///< by ImGui::GetTime()
  int frames_since_change_ = 0;  ///< number of frames in which the view's visibility differed from the state's
};

/// Makes the panel of a view, with the one that draws beside it on the split stage.
template <class View>
[[nodiscard]] Expected<std::unique_ptr<Panel>> make_view(const PanelOptions& options) {
  const auto make = [&] {
    if constexpr (std::is_default_constructible_v<View>) {
      return std::make_unique<View>();
    } else {
      return std::make_unique<View>(options);
    }
  };
  std::unique_ptr<View> view = make();
  view->put_left(make());
  return view;
}

/// Returns the height of draw_transport_bar() in pixels: as many rows as `max_height` has room for, but at least one.
[[nodiscard]] float transport_height(const Frame& frame, AnimatedView view, float width, float max_height);
/// Draws play, steps, speed, loop, the line to scrub, and the choices of what plays (instruction, block, warp, order).
/// Rows for which that height has no room are left out, the last first.
void draw_transport_bar(const Frame& frame, AnimatedView view, float height);

/// What every animated view draws with: rectangles, lines and texts in colours that fade together. `share`, 0 to 1, is
/// a factor on `opacity` for one part. `width` and `round` (the radius of the corners) are in pixels.
struct ViewCanvas {
  const Frame& frame;
  float opacity;  ///< factor on all that is drawn; below 1 while the accesses belong to an earlier setting
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
  /// Returns the top left corner of a text of that extent that is centred on a point.
  [[nodiscard]] static ImVec2 top_left_of(ImVec2 centre, ImVec2 extent) {
    return {centre.x - extent.x / 2, centre.y - extent.y / 2};
  }
  void centred_text(ImVec2 centre, const std::string& words, ImVec4 colour, float share = 1) const {
    text(top_left_of(centre, size_of(words)), words, colour, share);
  }
  /// Fills the background of a text over a picture. `margin` is in pixels on both sides.
  void fill_behind_text(ImVec2 at, ImVec2 extent, float margin, ImVec4 colour, float share = 1, float round = 0) const {
    fill({at.x - margin, at.y, at.x + extent.x + margin, at.y + extent.y}, colour, share, round);
  }
  /// Returns the colour of what a level of memory answers.
  [[nodiscard]] ImVec4 level_colour(Level level) const {
    switch (level) {
      case Level::l1:
        return theme.good;
      case Level::l2:
        return theme.accent;
      case Level::memory:
        return theme.peak;
      case Level::unknown:
        break;
    }
    return theme.quiet;
  }
  /// Marks an area that is filled with the colour of a level with its letter, where there is room. Hatched areas are
  /// those that are moved and not used, in every view.
  void mark_level(const ImRect& place, Level level) const;
  /// A choice at the end of a heading: an action that is left out while it cannot be done.
  struct Choice {
    const char *action, *key;  ///< the key of its word
    bool on;
  };
  /// Draws a title and a summary in one line, with choices at its end, the first at the right. For tests title and
  /// summary are VIEW/title and VIEW/summary. Returns the end of the line in pixels.
  float draw_heading(const ImRect& canvas, const std::string& view, const std::string& title,
                     const std::string& summary, const std::vector<Choice>& choices) const;
  /// Records for tests where something is.
  void name(const std::string& what, const ImRect& place) const { name_place(frame, what, place); }
};

/// Draws the entries of a legend side by side, as many in a line as there is room for, in the font that is in use.
class Legend {
 public:
  /// `mark` is the width of a mark, in text heights.
  Legend(const ViewCanvas& view, const ImRect& canvas, float top, float mark = 1.1F)
      : view_(view), canvas_(canvas), mark_(mark * view.em), at_(canvas.Min.x, top) {}

  /// `draw_mark` draws into the rectangle that it is given.
  template <class DrawMark>
  void entry(const std::string& words, const DrawMark& draw_mark) {
    const float gap = 0.35F * view_.em, width = mark_ + gap + size_of(words).x;
    if (at_.x > canvas_.Min.x && at_.x + width > canvas_.Max.x)
      at_ = {canvas_.Min.x, at_.y + height_ + 0.2F * view_.em};
    draw_mark(ImRect(at_.x, at_.y + 0.15F * height_, at_.x + mark_, at_.y + 0.9F * height_));
    view_.text({at_.x + mark_ + gap, at_.y}, words, view_.theme.text);
    at_.x += width + 1.2F * view_.em;
  }
  /// The end of the last line in pixels, with a gap behind it.
  [[nodiscard]] float end() const { return at_.y + height_ + 0.3F * view_.em; }

 private:
  const ViewCanvas& view_;
  ImRect canvas_;
  float mark_, height_ = ImGui::GetTextLineHeight();
  ImVec2 at_;
};

/// Makes the picture an item and reads what the mouse does to it. The wheel zooms about the mouse, dragging moves, a
/// click selects, and a double click shows all.
struct PictureMouse {
  PictureMouse(const char* id, const ImRect& area, float em);

  bool hovered = false, clicked = false, show_all = false;
  double x = 0, y = 0;  ///< its position, as fractions of the area
  double factor = 1;    ///< factor on the visible part; below 1 is closer
  ImVec2 moved;         ///< in pixels since the last frame, while it drags
};

/// Draws a small button that looks pressed while it is on. It returns true when it was clicked.
bool toggle_button(const Frame& frame, const std::string& words, const char* id, bool on);

}  // namespace lanescope::gui
