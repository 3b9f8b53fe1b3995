// What the Grid view is drawn from, and where its parts are. grid_panel.cpp lays it out and handles the mouse;
// grid_drawing.cpp draws.
#pragma once

#include <vector>

#include "gui/screens/grid/grid_picture.h"
#include "gui/screens/grid/grid_view_model.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {

struct GridDrawing : ViewCanvas {
  const GridViewModel& shown;
  ImRect rows = {};    ///< the multiprocessors
  ImRect strip = {};   ///< resident blocks over time, below the scale
  ImRect memory = {};  ///< the buffers, below that
  float label_left = 0;
  double from = 0, to = 1;     ///< ticks at the left and right edge
  double first = 0, last = 1;  ///< multiprocessors at the upper and lower edge
  GridLanes lanes = {};

  [[nodiscard]] float x_of(double tick) const {
    return rows.Min.x + static_cast<float>((tick - from) / (to - from) * rows.GetWidth());
  }
  [[nodiscard]] double tick_at(float x) const {
    return from + (x - rows.Min.x) / static_cast<double>(rows.GetWidth()) * (to - from);
  }
  [[nodiscard]] float y_of(double sm) const { return rows.Min.y + static_cast<float>((sm - first) * lanes.row); }
  /// Returns the place of a block.
  [[nodiscard]] ImRect place_of(const trace::BlockRun& run) const;
  [[nodiscard]] ImVec4 wave_colour(std::size_t wave) const;

  float draw_heading(const ImRect& canvas) const;
  float draw_legend(const ImRect& canvas, float top) const;
  void draw_row_labels() const;
  void draw_scale() const;
  void draw_waves() const;    ///< names of waves and the tail above the rows
  void draw_numbers() const;  ///< of blocks, where there is room
  void draw_moment() const;   ///< what is yet to come is paler, with the cursor and the chosen block
  void draw_strip(const std::vector<float>& resident) const;
  void draw_memory() const;
  void answer_mouse(const PictureMouse& mouse) const;
  void move_with_mouse(const PictureMouse& mouse) const;
};

/// Heights in text heights.
inline constexpr float grid_wave_height = 1.5F, grid_scale_height = 1.35F, grid_strip_height = 2.4F,
                       grid_buffer_height = 1.25F, grid_memory_heading = 1.4F;
inline constexpr std::size_t max_visible_buffers = 4;

}  // namespace lanescope::gui
