#include "render/renderers/matrix_renderer.h"

#include <fmt/format.h>

#include "render/image/image.h"
#include "render/messages.h"

namespace lanescope::render {

void check_inside(const Buffer& values, const Field& field) {
  const std::uint64_t end = field.first + std::uint64_t{field.width} * field.height;
  // Shaders count elements in 32 bits.
  if (end * sizeof(float) > values.size() || end > 0xffffffffu) {
    throw MachineError(
        {message<"matrix.field_outside">(field.width, field.height, field.first, values.size()), "", ""});
  }
}

Expected<MatrixRenderer> MatrixRenderer::load(const std::filesystem::path& shaders) {
  TRY(Program program, Program::load({shaders / "matrix.vert", shaders / "matrix.frag"}));
  Image row{colour_steps, 1, {}};
  for (const Colour& colour : viridis_table()) row.pixels.insert(row.pixels.end(), colour.begin(), colour.end());
  TRY(Texture colours, Texture::from_image(row, Filter::nearest));
  return MatrixRenderer(std::move(program), std::move(colours));
}

void MatrixRenderer::draw(const Framebuffer& target, const PixelArea& area, const Buffer& values, const Field& field,
                          const ValueRange& range, const MatrixStyle& style) const {
  check_inside(values, field);
  if (area.width <= 0 || area.height <= 0 || field.width == 0 || field.height == 0) return;
  program_.set("field_size", std::array{field.width, field.height});
  program_.set("first", field.first);
  program_.set("range", std::array{range.least, range.greatest});
  program_.set("hatch_dark", fractions(style.hatch_dark));
  program_.set("hatch_light", fractions(style.hatch_light));
  program_.set("grid", fractions(style.grid));
  program_.set("stripe_pixels", style.stripe_pixels);
  program_.set("grid_from_pixels", style.grid_from_pixels);
  colours_.bind(0);
  values.bind_storage(0);
  program_.draw(target, area, area, {0, 0, static_cast<float>(field.width), static_cast<float>(field.height)});
}

}  // namespace lanescope::render
