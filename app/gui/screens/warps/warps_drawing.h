// What the Warps view is drawn from, and where its rows are. warps_rows.cpp draws the rows. warps_panel.cpp draws what
// is around them, and handles the mouse.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>

#include "gui/screens/warps/warps_view_model.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {

/// Draws the bar of an instruction. `share` is its opacity, which is multiplied by that of the canvas.
void draw_bar(const ViewCanvas& canvas, const ImRect& bar, model::AccessKind kind, float share = 1);
[[nodiscard]] ImVec4 colour_of(const Theme& theme, model::AccessKind kind);

struct WarpsDrawing : ViewCanvas {
  const WarpsViewModel& shown;
  double passed;                       ///< instructions that have passed, with the fraction of the present one
  ImRect rows = {};                    ///< the area of all visible rows, without labels and scales
  float row_height = 0, scrolled = 0;  ///< in pixels
  double from = 0, to = 1;             ///< moments at the left and right edge
  /// The bars of instructions that are too many to draw one by one. It is empty when single instructions are drawn.
  std::optional<model::TimelineBins> bins = {};

  [[nodiscard]] float x_of(double moment) const {
    return rows.Min.x + static_cast<float>((moment - from) / (to - from) * rows.GetWidth());
  }
  [[nodiscard]] double moment_at(float x) const {
    return from + (x - rows.Min.x) / static_cast<double>(rows.GetWidth()) * (to - from);
  }
  [[nodiscard]] float top_of(std::uint32_t row) const {
    return rows.Min.y - scrolled + row_height * static_cast<float>(row);
  }
  [[nodiscard]] double pixels_per_moment() const { return rows.GetWidth() / (to - from); }
  [[nodiscard]] bool is_row_visible(std::uint32_t row) const {
    return top_of(row) < rows.Max.y && top_of(row) + row_height > rows.Min.y;
  }
  /// Returns the area of a row's bars.
  [[nodiscard]] ImRect place(std::uint32_t row, double begin, double end) const;

  // These are defined in warps_panel.cpp.
  float draw_heading(const ImRect& canvas) const;
  float draw_legend(const ImRect& canvas, float top) const;
  void draw_labels(float left) const;
  void draw_scale() const;
  void answer_mouse(const PictureMouse& mouse) const;
  void move_with_mouse(const PictureMouse& mouse, float scroll_limit, float& scroll) const;

  // These are defined in warps_rows.cpp.
  void choose_bins();
  void draw_rows() const;  ///< rows, waits, barriers and playhead

 private:
  void draw_mnemonic(const ImRect& bar, model::AccessKind kind, bool bright) const;
  void draw_single() const;
  void draw_binned() const;
  void draw_waits() const;
  void draw_barriers() const;
  void draw_grounds() const;
  void draw_rules() const;
  void draw_playhead() const;
};

}  // namespace lanescope::gui
