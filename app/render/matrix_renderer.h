// A field of numbers as a picture: one colour a value, holes (NaN, poison, infinity) hatched.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/error.h"
#include "render/gl_objects.h"
#include "render/program.h"

namespace warpscope::render {

/// Where the field lies: width × height f32, row-major, from byte 4 * first of a buffer.
struct Field {
  std::uint32_t width = 0, height = 0;
  std::uint32_t first = 0;  ///< index of its first element in the buffer
};

/// Throws MachineError when the field does not lie in the buffer.
void check_inside(const Buffer& values, const Field& field);

/// Pixels, from the top left corner of what is drawn into.
struct PixelArea {
  int x = 0, y = 0, width = 0, height = 0;
  friend bool operator==(const PixelArea&, const PixelArea&) = default;
};

/// The part of the field that is shown, in elements; may reach beyond the field, where nothing is drawn.
struct VisiblePart {
  float x = 0, y = 0, width = 0, height = 0;
};

/// What the two ends of the colours mean. Values beyond take the end's colour; equal ends give the middle one.
struct ValueRange {
  float least = 0, greatest = 1;
  friend bool operator==(const ValueRange&, const ValueRange&) = default;
};

struct MatrixStyle {
  Colour hatch_dark{38, 38, 46, 255};      ///< the two colours of the stripes: rising to the right for NaN and poison,
  Colour hatch_light{214, 214, 222, 255};  ///< falling for infinities
  Colour grid{16, 16, 22, 90};             ///< lines between elements, by its alpha
  float stripe_pixels = 8;                 ///< from stripe to stripe; grows with the display's scale
  float grid_from_pixels = 12;             ///< lines are drawn when elements are at least this large; 0: never
};

/// Draws fields. A pixel that covers several elements shows their mean, hatched when one of them is not a number; of
/// more than 16 in one direction, 16 spread evenly are looked at.
class MatrixRenderer {
 public:
  /// Compiles matrix.vert and matrix.frag of the folder.
  [[nodiscard]] static Expected<MatrixRenderer> load(const std::filesystem::path& shaders);

  /// Draws into `area` of the target; everything outside the area and the field is left as it was. Throws MachineError
  /// when the field does not lie in the buffer.
  void draw(const Framebuffer& target, const PixelArea& area, const Buffer& values, const Field& field,
            const ValueRange& range, const MatrixStyle& style = {}, std::optional<VisiblePart> part = {}) const;

 private:
  MatrixRenderer(Program program, Texture colours) noexcept
      : program_(std::move(program)), colours_(std::move(colours)) {}
  Program program_;
  Texture colours_;
  VertexArray vertices_;
};

/// The largest area inside `available` with the field's proportions, centred; whole pixels an element when the field is
/// smaller than the area; at least 16 pixels thick where there is room, so that a vector is seen.
[[nodiscard]] PixelArea fitted_area(const Field& field, const PixelArea& available);

/// Column and row of the element under the middle of a pixel; empty outside area and field.
[[nodiscard]] std::optional<std::array<std::uint32_t, 2>> element_at(const Field& field, const PixelArea& area,
                                                                     int pixel_x, int pixel_y,
                                                                     std::optional<VisiblePart> part = {});

}  // namespace warpscope::render
