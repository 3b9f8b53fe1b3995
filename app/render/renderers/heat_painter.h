// The picture of HeatRenderer::draw(), drawn by the processor. Software OpenGL takes ten times as long for it, because
// each pixel asks samplers for its bin and its colour.
#pragma once

#include <cstdint>
#include <vector>

#include "model/heat/heat.h"
#include "render/gl/gl_objects.h"
#include "render/image/image.h"
#include "render/renderers/heat_renderer.h"

namespace lanescope::render {

class HeatPainter {
 public:
  /// Returns whether it draws such a picture of that many pixels. It does not where colours depend on more than the
  /// bin: where elements have shapes, or are hatched.
  [[nodiscard]] static bool draws(const model::Heat& heat, const model::GridPart& part, int width, int height,
                                  const HeatStyle& style);

  /// Draws a part of the grid into the whole target. Outside the grid and where there are no bins it is `ground`.
  void draw(const Framebuffer& target, const model::Heat& heat, const model::GridPart& part, const Colour& ground,
            const HeatStyle& style);

 private:
  using Pixel = std::uint32_t;  ///< the bytes of a colour

  std::vector<Pixel> colours_;  ///< heat_colours() of `coloured_`
  HeatStyle coloured_;
  std::vector<Pixel> pixels_;               ///< rows from the bottom
  std::vector<Pixel> bins_;                 ///< the colours of a row of bins
  std::vector<std::uint32_t> column_bins_;  ///< by column of pixels, its bin
};

}  // namespace lanescope::render
