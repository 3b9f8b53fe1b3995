// What the Tree view is drawn from, and where its parts are. tree_drawing.cpp draws the graph. tree_panel.cpp draws
// what is around it, and handles the mouse.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gui/screens/tree/tree_view_model.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {

struct TreeDrawing : ViewCanvas {
  const TreeViewModel& shown;
  ImRect graph = {};          ///< the area of the columns and rows
  float column = 0, row = 0;  ///< the width of a thread and the height of a step, in pixels
  float scrolled = 0;         ///< in pixels
  float label_left = 0, share_left = 0;

  [[nodiscard]] float x_of(std::uint32_t thread) const {
    return graph.Min.x + (static_cast<float>(thread) - static_cast<float>(shown.first) + 0.5F) * column;
  }
  [[nodiscard]] float y_of(std::size_t step) const {
    return graph.Min.y - scrolled + (static_cast<float>(step) + 0.5F) * row;
  }
  [[nodiscard]] bool is_row_visible(std::size_t step) const {
    return y_of(step) + row > graph.Min.y && y_of(step) - row < graph.Max.y;
  }
  /// Returns the area of a value, and of the shared word below it that it was stored to.
  [[nodiscard]] ImRect place(std::uint32_t thread, std::size_t step) const;
  [[nodiscard]] ImRect word_place(std::uint32_t thread, std::size_t step) const;
  [[nodiscard]] bool has_wide_columns() const;
  [[nodiscard]] std::size_t row_count() const { return shown.flow.steps.size() + (shown.flow.results.empty() ? 0 : 1); }
  [[nodiscard]] ImVec4 path_colour(analysis::FlowPath path) const;

  void draw_grounds() const;  ///< stripes of the rows and boundaries of the warps
  void draw_inputs() const;
  void draw_values() const;
  void draw_results() const;

  // These are defined in tree_panel.cpp.
  float draw_heading(const ImRect& canvas) const;
  float draw_legend(const ImRect& canvas, float top) const;
  void draw_columns() const;
  void draw_labels() const;
  void answer_mouse(const PictureMouse& mouse) const;

 private:
  void draw_input(const analysis::FlowNode& node, const analysis::FlowInput& input) const;
  void draw_value(const analysis::FlowNode& node, float room) const;
  void draw_idle(std::size_t step) const;
  void frame_new_values(std::size_t step) const;
};

}  // namespace lanescope::gui
