#include "emulator/memory/texture.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <type_traits>

#include "catalogue/element.h"

namespace lanescope::emulator {
namespace {

using catalogue::ElementType;
using catalogue::Texture;
using Address = Texture::Address;

// Where the guide is open, this follows an H200 (tests/data/texture); all fetches that were recorded on it agree.

/// Weights and coordinates between texels have 8 fractional bits, "9-bit fixed point format with 8 bits of fractional
/// value (so 1.0 is exactly represented)".
constexpr std::int64_t one = 256;
/// A normalised coordinate is cut to this step before it is multiplied by the extent.
constexpr double normalized_step = 0x1p-21;
/// A distance beyond any texture's width that is small enough to be multiplied.
constexpr double farthest = 0x1p30;

bool repeats(const TextureShape& shape) {
  // Both modes repeat the unit interval; coordinates in texels are clamped instead.
  return shape.normalized && (shape.address == Address::wrap || shape.address == Address::mirror);
}

/// Returns a coordinate in texels, where 0 is the left edge of the first texel. Not-a-number counts as 0.
double in_texels(const TextureShape& shape, float coordinate, std::uint64_t extent) {
  const bool repeated = repeats(shape);
  if (std::isnan(coordinate) || (repeated && std::isinf(coordinate))) return 0;
  double x = coordinate;
  // Take two periods, because a mirrored texture repeats only after two.
  if (repeated) x -= 2 * std::floor(x / 2);
  x = std::clamp(x, -farthest, farthest);
  if (!shape.normalized) return x;
  return std::floor(x / normalized_step) * normalized_step * static_cast<double>(extent);
}

/// Returns the texel for texel `i` of an endless row, or `extent` for the border.
std::uint64_t addressed(const TextureShape& shape, std::int64_t i, std::uint64_t extent) {
  const auto n = static_cast<std::int64_t>(extent);
  if (i >= 0 && i < n) return static_cast<std::uint64_t>(i);
  if (shape.address == Address::border) return extent;
  if (!repeats(shape)) return i < 0 ? 0 : extent - 1;
  const std::int64_t period = shape.address == Address::wrap ? n : 2 * n;
  const std::int64_t within = (i % period + period) % period;
  return static_cast<std::uint64_t>(within < n ? within : 2 * n - 1 - within);
}

/// The filter's format for texels of a type. Floating point is unchanged; integers become fractions of their range in
/// 16 bits, as in a read in normalised floating point.
struct FilterFormat {
  double largest = 0;     ///< of an integer format: the units of 1; 0 for floating point
  int mantissa_bits = 0;  ///< of floating point: bits after the leading one
  int smallest_exponent = 0;
};

FilterFormat filter_format(ElementType type) {
  if (type == ElementType::i8 || type == ElementType::i16) return {32767, 0, 0};
  if (type == ElementType::u8 || type == ElementType::u16) return {65535, 0, 0};
  return type == ElementType::f16 ? FilterFormat{0, 10, -14} : FilterFormat{0, 23, -126};
}

/// Returns the value in the units of the format. The lowest two signed integers both mean -1.
double filter_value(ElementType type, std::uint64_t bits) {
  const double value = catalogue::element_value(type, bits);
  // The texture unit rounds this factor in its own way: its result can differ by one in the last place.
  if (type == ElementType::i8) return std::max(-127.0, value) * 32767 / 127;
  if (type == ElementType::u8) return value * 257;
  return type == ElementType::i16 ? std::max(-32767.0, value) : value;
}

/// Rounds the mean to the format as the texture unit does: ties of integers go upwards, those of floating point away
/// from zero.
float rounded_to(const FilterFormat& format, double value) {
  if (format.largest != 0) return static_cast<float>(std::floor(value + 0.5) / format.largest);
  if (value == 0 || !std::isfinite(value)) return static_cast<float>(value);
  const int last_bit = std::max(std::ilogb(value), format.smallest_exponent) - format.mantissa_bits;
  return static_cast<float>(std::ldexp(std::round(std::ldexp(value, -last_bit)), last_bit));
}

/// Returns a texel as a fetch without a filter does.
std::uint32_t unfiltered(ElementType type, std::uint64_t bits) {
  return catalogue::with_element(type, bits, [](auto value) {
    if constexpr (std::is_integral_v<decltype(value)>)
      return static_cast<std::uint32_t>(value);
    else
      return std::bit_cast<std::uint32_t>(static_cast<float>(value));
  });
}

bool can_be_filtered(ElementType type) {
  return type != ElementType::i32 && type != ElementType::u32;
}

/// A texture as an endless plane of texels.
class Plane {
 public:
  Plane(const TextureShape& shape, const TexelReader& read) : shape_(shape), read_(read) {}

  /// Returns raw bits; 0 in the border. Only a plane has rows to address.
  [[nodiscard]] std::uint64_t texel(std::int64_t x, std::int64_t y) const {
    const std::uint64_t column = addressed(shape_, x, shape_.width);
    const std::uint64_t row = is_flat() ? 0 : addressed(shape_, y, shape_.height);
    if (column == shape_.width || row == shape_.height) return 0;
    return read_(column + shape_.width * row);
  }
  [[nodiscard]] double value(std::int64_t x, std::int64_t y) const { return filter_value(shape_.type, texel(x, y)); }
  [[nodiscard]] FilterFormat format() const { return filter_format(shape_.type); }
  [[nodiscard]] bool is_flat() const { return shape_.layout != Texture::Layout::array_2d; }

 private:
  const TextureShape& shape_;
  const TexelReader& read_;
};

/// The place of a coordinate between the centres of two texels.
struct Between {
  std::int64_t texel = 0;   ///< the left or upper one
  std::int64_t weight = 0;  ///< of the other one, in 1/256
};

Between between(double coordinate) {
  // The centre of texel 0 is at 0.5.
  const auto fixed = static_cast<std::int64_t>(std::floor(coordinate * one + 0.5)) - one / 2;
  return {fixed >> 8, fixed & (one - 1)};
}

float filtered(const Plane& plane, double x, double y) {
  const Between across = between(x);
  const Between down = plane.is_flat() ? Between{} : between(y);
  // The unit multiplies the two weights once, rounds to 8 bits, and computes the other three so that the sum is one.
  const std::int64_t both = (across.weight * down.weight + one / 2) / one;
  const std::int64_t right = across.weight - both, below = down.weight - both;
  const std::int64_t neither = one - across.weight - down.weight + both;
  double sum = 0;
  const auto add = [&](std::int64_t weight, std::int64_t column, std::int64_t row) {
    // A texel without weight is not read, because it may be outside or hold infinity.
    if (weight != 0) sum += static_cast<double>(weight) * plane.value(across.texel + column, down.texel + row);
  };
  add(neither, 0, 0);
  add(right, 1, 0);
  add(below, 0, 1);
  add(both, 1, 1);
  return rounded_to(plane.format(), sum / one);
}

}  // namespace

Texel fetch_linear(const TextureShape& shape, std::int64_t x, const TexelReader& read) {
  if (x < 0 || static_cast<std::uint64_t>(x) >= shape.width) return {};
  return {unfiltered(shape.type, read(static_cast<std::uint64_t>(x)))};
}

Texel fetch(const TextureShape& shape, float x, float y, const TexelReader& read) {
  if (shape.width == 0 || shape.height == 0) return {};
  const Plane plane(shape, read);
  const double column = in_texels(shape, x, shape.width);
  const double row = plane.is_flat() ? 0 : in_texels(shape, y, shape.height);
  if (shape.filter == Texture::Filter::linear && can_be_filtered(shape.type)) {
    return {std::bit_cast<std::uint32_t>(filtered(plane, column, row))};
  }
  const auto left = static_cast<std::int64_t>(std::floor(column)), top = static_cast<std::int64_t>(std::floor(row));
  return {unfiltered(shape.type, plane.texel(left, top))};
}

TextureShape shape_of(const catalogue::Texture& texture, const catalogue::Buffer& buffer) {
  TextureShape shape{
      texture.layout, texture.filter, texture.address, texture.normalized, buffer.type, buffer.elements(), 1};
  if (texture.layout == catalogue::Texture::Layout::array_2d && !buffer.shape.empty() && buffer.shape.back() > 0) {
    shape.width = static_cast<std::uint64_t>(buffer.shape.back());
    shape.height = buffer.elements() / shape.width;
  }
  return shape;
}

std::optional<std::uint64_t> first_texel(const TextureShape& shape, std::uint32_t x, std::uint32_t y) {
  std::optional<std::uint64_t> first;
  const TexelReader read = [&](std::uint64_t index) {
    if (!first) first = index * catalogue::size_of(shape.type);
    return std::uint64_t{0};
  };
  if (shape.layout == catalogue::Texture::Layout::linear) {
    static_cast<void>(fetch_linear(shape, static_cast<std::int32_t>(x), read));
  } else {
    static_cast<void>(fetch(shape, std::bit_cast<float>(x), std::bit_cast<float>(y), read));
  }
  return first;
}

}  // namespace lanescope::emulator
