// The pieces of the Warps panel, which draw into one window.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>

#include "gui/views/playback/view_canvas.h"
#include "gui/views/warps/warps_view_model.h"

namespace warpscope::gui {

/// Where rows and moments are on the screen.
struct WarpsSpace {
  ImRect rows;                         ///< the area of all rows that are seen, without labels and scales
  float row_height = 0, scrolled = 0;  ///< pixels
  double from = 0, to = 1;             ///< moments at the left and right edge
  float opacity = 1;

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
};

/// The bars of what is too much to be drawn one by one; empty when single instructions are drawn.
[[nodiscard]] std::optional<model::TimelineBins> bins_of(const WarpsViewModel& view_model, const WarpsSpace& space,
                                                         float em);
/// Rows, waits, barriers and playhead. `bins`: bins_of() them. `position`: records that have passed, with the part of
/// the present one.
void draw_warp_rows(const Frame& frame, const WarpsViewModel& view_model, const WarpsSpace& space,
                    const std::optional<model::TimelineBins>& bins, double position);

/// The bar of an instruction; `share`: opacity, times that of the canvas.
void draw_bar(const ViewCanvas& canvas, const ImRect& bar, model::AccessKind kind, float share = 1);
[[nodiscard]] ImVec4 colour_of(const Theme& theme, model::AccessKind kind);

}  // namespace warpscope::gui
