// What the Tiles view is drawn from. tiles_drawing.cpp draws buffers and shared memory, tiles_curve.cpp the numbers and
// the curve, and tiles_panel.cpp lays them out and handles the mouse.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gui/screens/tiles/tiles_view_model.h"
#include "gui/widgets/view_panel.h"

namespace lanescope::gui {

/// A part of a buffer on the screen.
struct TilePicture {
  ImRect area;
  TilePage page;
  float cell = 1;  ///< the side of an element in pixels; below 1 several share a pixel
};

struct TilesDrawing : ViewCanvas {
  const TilesViewModel& shown;

  /// Returns the colour of what comes from a buffer, by its place in TileFlow::buffers.
  [[nodiscard]] ImVec4 colour_of(std::size_t buffer) const;
  /// Returns the share of most uses, 0 to 1, on a logarithmic scale.
  [[nodiscard]] float heat_of(std::uint32_t uses) const;

  /// Draws a buffer with its heading and returns where its elements are.
  TilePicture draw_buffer(std::size_t buffer, const ImRect& place) const;
  /// Draws the words of shared memory, rows of 32 or a multiple. Returns how many units are in a row.
  std::uint32_t draw_shared(const ImRect& place) const;
  float draw_legend(const ImRect& canvas, float top) const;

  // These are defined in tiles_curve.cpp.
  float draw_readings(const ImRect& place) const;
  void draw_curve(const ImRect& place) const;

 private:
  [[nodiscard]] TilePicture picture_of(const analysis::TileBuffer& buffer, const ImRect& place) const;
  void draw_cells(std::size_t buffer, const TilePicture& picture) const;
  void draw_marks(std::size_t buffer, const TilePicture& picture) const;
  void draw_ends(const analysis::TileBuffer& buffer, const TilePicture& picture) const;
  [[nodiscard]] std::vector<ImRect> areas_of(const analysis::TileBuffer& buffer, const TilePicture& picture,
                                             std::vector<std::uint32_t> elements) const;
  [[nodiscard]] static std::optional<ImRect> area_of(const analysis::TileBuffer& buffer, const TilePicture& picture,
                                                     std::uint32_t element);
};

}  // namespace lanescope::gui
