// Draws a field of numbers as a picture: a colour for each value, with hatched holes (NaN, poison, infinity).
#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "render/gl/gl_objects.h"
#include "render/gl/program.h"

namespace lanescope::render {

/// The place of a field of width × height f32, row-major, from byte 4 * first of a buffer.
struct Field {
  std::uint32_t width = 0, height = 0;
  std::uint32_t first = 0;  ///< index of its first element in the buffer
};

/// Throws MachineError when the field does not lie in the buffer.
void check_inside(const Buffer& values, const Field& field);

/// The values at the two ends of the colours. Values beyond take the end's colour; equal ends give the middle one.
struct ValueRange {
  float least = 0, greatest = 1;
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

struct MatrixStyle {
  Colour hatch_dark{38, 38, 46, 255};      ///< The two colours of the stripes, which rise to the right for NaN and
  Colour hatch_light{214, 214, 222, 255};  ///< poison, and fall for infinities.
  Colour grid{16, 16, 22, 90};             ///< The lines between elements; its alpha counts.
  float stripe_pixels = 8;                 ///< the distance of stripes; grows with the display's scale
  float grid_from_pixels = 12;             ///< Lines are drawn when elements are at least this large; 0 means never.
};

/// Draws fields. A pixel that covers several elements shows their mean, hatched when one of them is not a number. Where
/// it covers more than 16 in one direction, 16 of them, spread evenly, are examined.
class MatrixRenderer {
 public:
  /// Compiles matrix.vert and matrix.frag of the folder.
  [[nodiscard]] static Expected<MatrixRenderer> load(const std::filesystem::path& shaders);

  /// Fills `area` of the target with the whole field; nothing outside the area changes. It throws MachineError when the
  /// field does not lie in the buffer.
  void draw(const Framebuffer& target, const PixelArea& area, const Buffer& values, const Field& field,
            const ValueRange& range, const MatrixStyle& style = {}) const;

 private:
  MatrixRenderer(Program program, Texture colours) noexcept
      : program_(std::move(program)), colours_(std::move(colours)) {}
  Program program_;
  Texture colours_;
};

}  // namespace lanescope::render
