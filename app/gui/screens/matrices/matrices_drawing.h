// One frame of the Matrices panel. Only matrices_*.cpp use it.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "gui/screens/matrices/matrices_renderer.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {

/// Maps a part of a grid to the area where it is drawn.
struct GridMap {
  ImRect area;
  model::GridPart part;

  [[nodiscard]] float scale() const { return area.GetWidth() / static_cast<float>(part.width); }
  [[nodiscard]] ImVec2 place(double x, double y) const {
    return {area.Min.x + area.GetWidth() * static_cast<float>((x - part.x) / part.width),
            area.Min.y + area.GetHeight() * static_cast<float>((y - part.y) / part.height)};
  }
  /// Returns the elements of the grid that are visible, also in part, as whole numbers.
  [[nodiscard]] model::GridPart visible_part(const model::ElementGrid& grid) const {
    const double left = std::max(0.0, std::floor(part.x)), top = std::max(0.0, std::floor(part.y));
    return {left, top, std::min<double>(grid.columns, std::ceil(part.x + part.width)) - left,
            std::min<double>(grid.rows, std::ceil(part.y + part.height)) - top};
  }
};

/// An element that the mouse points at.
struct PointedElement {
  std::uint32_t column = 0, row = 0, element = 0;
};

class MatricesDrawing : ViewCanvas {
 public:
  MatricesDrawing(const ViewCanvas& canvas, MatricesRenderer& scene, const ShownAccess& at)
      : ViewCanvas(canvas), traced_(*playback.traced()), scene_(scene), at_(at) {}

  void draw(ImRect canvas);

 private:
  [[nodiscard]] float stroke() const { return std::max(1.0F, 0.08F * em * theme.stroke); }
  [[nodiscard]] const MatrixImage& shown(std::size_t image) const { return scene_.images()[image]; }
  [[nodiscard]] const analysis::TracedBuffer& buffer(std::size_t image) const {
    return traced_.buffers.at(shown(image).buffer);
  }
  /// Returns whether the present access goes to that buffer.
  [[nodiscard]] bool is_accessed(std::size_t image) const {
    return traced_.trace.headers[at_.record].buffer == shown(image).buffer;
  }
  /// Returns the elements of a lane in the present access.
  [[nodiscard]] model::LaneElements elements_of(std::size_t image, std::uint32_t lane) const {
    return model::elements_of(traced_.trace, at_.record, lane, shown(image).grid);
  }

  void draw_matrix(std::size_t image, ImRect place);
  [[nodiscard]] MatrixViewport viewport_of(std::size_t image, double shape);
  float draw_heading(std::size_t image, const ImRect& place);
  [[nodiscard]] const model::TouchTotals& totals_of(std::size_t image) const;
  [[nodiscard]] render::HeatStyle style(std::size_t image) const;
  void draw_heat(std::size_t image, bool strip, const GridMap& map);
  void draw_overview(const model::ElementGrid& grid, const GridMap& map);
  void draw_strip(std::size_t image, const GridMap& map, const ImRect& place);

  // These are defined in matrices_panel.cpp. They are the buttons, and what the mouse does to a picture.
  [[nodiscard]] bool control(const char* key, bool on, const char* id, float right);
  float draw_controls(const ImRect& canvas);
  void draw_choices(float right);
  void answer_mouse(std::size_t image, const ImRect& area, double shape, MatrixViewport& viewport);
  [[nodiscard]] std::optional<PointedElement> pointed_at(std::size_t image, const GridMap& map) const;
  void choose_at(std::size_t image, const GridMap& map);
  void explain(std::size_t image, const GridMap& map);

  void draw_units(std::size_t image, const GridMap& map);
  void draw_blocks(std::size_t image, const GridMap& map);
  [[nodiscard]] ImVec4 block_colour(double share) const;
  float draw_legend(const ImRect& canvas) const;
  void draw_moved(std::size_t image, const GridMap& map);
  void draw_values(std::size_t image, const GridMap& map);
  void draw_access(std::size_t image, const GridMap& map);
  void draw_wrong(std::size_t image, const GridMap& map);

  /// A button that was clicked in this frame. All pictures then show the whole matrix, or the present access.
  enum class Request { none, whole, access };

  const analysis::Traced& traced_;
  MatricesRenderer& scene_;
  ShownAccess at_;
  bool started_ = false, hovered_ = false, compact_ = false;
  Request request_ = Request::none;
};

}  // namespace lanescope::gui
