#include "render/matrix_renderer.h"

#include <glad/gl.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "render/colour_map.h"

namespace warpscope::render {

namespace {

VisiblePart whole(const Field& field) {
  return {0, 0, static_cast<float>(field.width), static_cast<float>(field.height)};
}

}  // namespace

void check_inside(const Buffer& values, const Field& field) {
  const std::uint64_t end = field.first + std::uint64_t{field.width} * field.height;
  // Shaders count elements in 32 bits.
  if (end * sizeof(float) > values.size() || end > 0xffffffffu) {
    throw MachineError({fmt::format("a field of {} × {} elements from element {} does not lie in a buffer of {} bytes",
                                    field.width, field.height, field.first, values.size()),
                        "", ""});
  }
}

Expected<MatrixRenderer> MatrixRenderer::load(const std::filesystem::path& shaders) {
  auto program = Program::load({shaders / "matrix.vert", shaders / "matrix.frag"});
  if (!program) return failure(program.error());
  Image row{colour_steps, 1, {}};
  for (const Colour& colour : viridis_table()) row.pixels.insert(row.pixels.end(), colour.begin(), colour.end());
  auto colours = Texture::from_image(row, Filter::nearest);
  if (!colours) return failure(colours.error());
  return MatrixRenderer(std::move(*program), std::move(*colours));
}

void MatrixRenderer::draw(const Framebuffer& target, const PixelArea& area, const Buffer& values, const Field& field,
                          const ValueRange& range, const MatrixStyle& style, std::optional<VisiblePart> part) const {
  check_inside(values, field);
  const VisiblePart shown = part.value_or(whole(field));
  if (area.width <= 0 || area.height <= 0 || shown.width <= 0 || shown.height <= 0) return;

  target.bind();
  const int from_bottom = static_cast<int>(target.height()) - area.y - area.height;
  glViewport(area.x, from_bottom, area.width, area.height);
  glDisable(GL_BLEND);
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glDisable(GL_SCISSOR_TEST);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);

  program_.set("field_size", std::array{field.width, field.height});
  program_.set("first", field.first);
  program_.set("part", std::array{shown.x, shown.y, shown.width, shown.height});
  program_.set("area", std::array{static_cast<float>(area.x), static_cast<float>(from_bottom),
                                  static_cast<float>(area.width), static_cast<float>(area.height)});
  program_.set("range", std::array{range.least, range.greatest});
  program_.set("hatch_dark", fractions(style.hatch_dark));
  program_.set("hatch_light", fractions(style.hatch_light));
  program_.set("grid", fractions(style.grid));
  program_.set("stripe_pixels", style.stripe_pixels);
  program_.set("grid_from_pixels", style.grid_from_pixels);
  program_.use();
  colours_.bind(0);
  values.bind_storage(0);
  vertices_.bind();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  target.bind();  // the whole of it is the viewport again
}

PixelArea fitted_area(const Field& field, const PixelArea& available) {
  if (field.width == 0 || field.height == 0 || available.width <= 0 || available.height <= 0) {
    return {available.x, available.y, 0, 0};
  }
  constexpr int min_pixels = 16;
  double scale = std::min(available.width / static_cast<double>(field.width),
                          available.height / static_cast<double>(field.height));
  if (scale > 1) scale = std::floor(scale);  // all elements the same size
  const auto extent = [&](std::uint32_t elements, int room) {
    const double pixels = std::round(elements * scale);
    return static_cast<int>(
        std::clamp(pixels, static_cast<double>(std::min(min_pixels, room)), static_cast<double>(room)));
  };
  const int width = extent(field.width, available.width);
  const int height = extent(field.height, available.height);
  return {available.x + (available.width - width) / 2, available.y + (available.height - height) / 2, width, height};
}

std::optional<std::array<std::uint32_t, 2>> element_at(const Field& field, const PixelArea& area, int pixel_x,
                                                       int pixel_y, std::optional<VisiblePart> part) {
  const int x = pixel_x - area.x;
  const int y = pixel_y - area.y;
  if (x < 0 || y < 0 || x >= area.width || y >= area.height) return {};
  // The shader's own arithmetic.
  const VisiblePart shown = part.value_or(whole(field));
  const float column = shown.x + (static_cast<float>(x) + 0.5f) * (shown.width / static_cast<float>(area.width));
  const float row = shown.y + (static_cast<float>(y) + 0.5f) * (shown.height / static_cast<float>(area.height));
  const bool inside =
      column >= 0 && row >= 0 && column < static_cast<float>(field.width) && row < static_cast<float>(field.height);
  if (!inside) return {};
  return std::array{static_cast<std::uint32_t>(column), static_cast<std::uint32_t>(row)};
}

}  // namespace warpscope::render
