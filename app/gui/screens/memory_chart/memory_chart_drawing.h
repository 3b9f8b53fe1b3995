// Draws the Memory chart in any rectangle. The chart is a picture: its text grows and shrinks with the panel.
#pragma once

#include <imgui.h>
#include <imgui_internal.h>

#include <map>

#include "gui/screens/memory_chart/memory_chart_view_model.h"
#include "gui/widgets/widgets.h"

namespace lanescope::gui {

/// The shares that the arrows are drawn with, which follow those of the view model smoothly.
class ArrowMotion {
 public:
  /// Moves on by a frame. It returns whether an arrow still differs from what it shall show.
  bool follow(const MemoryChartViewModel& view_model, float seconds);
  /// Returns the share that is drawn now, from 0 to 1.
  [[nodiscard]] double at(Traffic traffic) const;

 private:
  std::map<Traffic, double> shown_;
};

void draw_memory_chart(const Frame& frame, const MemoryChartViewModel& view_model, const ArrowMotion& motion,
                       const ImRect& area, float opacity);

}  // namespace lanescope::gui
