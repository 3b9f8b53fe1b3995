// What the panels of the pages share: the lines above them, numbers with their origin, and the report whether they are
// visible, without which nothing is counted for them.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <string>

#include "gui/readings/page_view_model.h"
#include "gui/widgets/panels.h"
#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// The panel of a page.
class PagePanel : public Panel {
 public:
  explicit PagePanel(CounterPage page) : page_(page) {}
  void draw(const Frame& frame) final;
  void draw_hidden(const Frame& frame) final;
  void draw_out_of_sight(const Frame& frame) final;

 protected:
  /// Draws what is below the heading. It is not called when the page has nothing to show.
  virtual void draw_page(const Frame& frame, const PageHeading& heading, float opacity) = 0;

 private:
  /// Reports to the state whether the page is visible, so that it is counted only then.
  void report_visibility(const Frame& frame, bool is_visible);

  CounterPage page_;
  int frames_since_change_ = 0;  ///< number of frames in which the page's visibility differed from the state's
};

/// Makes a place in which something was drawn one item, with the next one directly below it.
void add_layout_item(const ImRect& place);

/// Draws the mark of the origin and the number, and behind it the other origin with its difference.
void draw_reading(const Frame& frame, const QuantityReading& reading, float opacity);
/// Returns the width of that in pixels.
[[nodiscard]] float reading_width(const Frame& frame, const QuantityReading& reading);

/// Draws a horizontal bar of a share from 0 to 1, in the colour of the share. A tick marks the other origin.
void draw_share_bar(const Frame& frame, const ImRect& place, double part, std::optional<double> other, float opacity);

/// Draws numbers with their names behind each other, over as many lines as they need.
void draw_facts(const Frame& frame, const PageFacts& facts, float opacity);

/// Returns the colour of a share of the peak: calm below 40 %, a warning from 80 % on.
[[nodiscard]] ImVec4 colour_of_share(const Theme& theme, double part);

}  // namespace lanescope::gui
