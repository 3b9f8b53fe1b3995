// One frame of the Matrices panel. Private to matrices_*.cpp.
#pragma once

#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "gui/views/matrices/matrices_renderer.h"
#include "gui/views/playback/view_canvas.h"
#include "gui/views/playback/view_panel.h"

namespace warpscope::gui {

/// Where a part of a grid is drawn.
struct Map {
  ImRect area;
  model::GridPart part;

  [[nodiscard]] float scale() const { return area.GetWidth() / static_cast<float>(part.width); }
  [[nodiscard]] ImVec2 place(double x, double y) const {
    return {area.Min.x + area.GetWidth() * static_cast<float>((x - part.x) / part.width),
            area.Min.y + area.GetHeight() * static_cast<float>((y - part.y) / part.height)};
  }
  [[nodiscard]] double x_at(float pixel) const {
    return part.x + static_cast<double>((pixel - area.Min.x) / area.GetWidth()) * part.width;
  }
  [[nodiscard]] double y_at(float pixel) const {
    return part.y + static_cast<double>((pixel - area.Min.y) / area.GetHeight()) * part.height;
  }
};

/// An element that the mouse points at.
struct Pointed {
  std::uint32_t column = 0, row = 0, element = 0;
};

class MatricesDrawing : ViewCanvas {
 public:
  MatricesDrawing(const ViewCanvas& canvas, MatricesRenderer& scene, const ShownAccess& at,
                  const std::optional<WrongElement>& wrong)
      : ViewCanvas(canvas),
        playback_(frame.state.playback),
        traced_(*playback_.traced()),
        scene_(scene),
        at_(at),
        wrong_(wrong),
        em_(frame.em) {}

  void draw(ImRect canvas);

 private:
  [[nodiscard]] float stroke() const { return std::max(1.0F, 0.08F * em_ * frame.theme.stroke); }
  [[nodiscard]] const lab::TracedBuffer& buffer(std::size_t image) const {
    return traced_.buffers.at(scene_.images()[image].buffer);
  }

  // matrices_drawing.cpp
  void draw_matrix(std::size_t image, ImRect place);
  [[nodiscard]] MatrixLook look_of(std::size_t image, double shape);
  float draw_heading(std::size_t image, const ImRect& place);
  [[nodiscard]] render::HeatStyle style(std::size_t image) const;
  void draw_heat(std::size_t image, bool strip, const Map& map);
  void draw_overview(const model::ElementGrid& grid, const Map& map);
  void draw_strip(std::size_t image, const Map& map, const ImRect& place);

  // matrices_controls.cpp
  [[nodiscard]] bool control(const std::string& words, bool on, const char* name, float right);
  float draw_controls(const ImRect& canvas);
  void draw_choices(float right);

  // matrices_marks.cpp
  void draw_units(std::size_t image, const Map& map);
  void draw_blocks(std::size_t image, const Map& map);
  void draw_moved(std::size_t image, const Map& map);
  void draw_values(std::size_t image, const Map& map);
  void draw_access(std::size_t image, const Map& map);
  void draw_wrong(std::size_t image, const Map& map);

  // matrices_mouse.cpp
  void answer_mouse(std::size_t image, const ImRect& area, double shape, MatrixLook& look);
  [[nodiscard]] std::optional<Pointed> pointed_at(std::size_t image, const Map& map) const;
  void choose_at(std::size_t image, const Map& map);
  void explain(std::size_t image, const Map& map);

  enum class Wish { none, whole, access };

  const Playback& playback_;
  const lab::Traced& traced_;
  MatricesRenderer& scene_;
  ShownAccess at_;
  const std::optional<WrongElement>& wrong_;
  float em_;
  bool started_ = false, hovered_ = false, compact_ = false;
  Wish wish_ = Wish::none;
};

}  // namespace warpscope::gui
