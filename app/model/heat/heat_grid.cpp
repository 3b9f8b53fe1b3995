#include "model/heat/heat_grid.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/rounding.h"

namespace lanescope::model {

namespace {

constexpr std::uint64_t max_elements = 0xffffffffu;
constexpr std::uint64_t max_row_elements = 4096;  // of a buffer of one dimension that is not folded

struct Extent {
  std::uint32_t level = 0, first = 0, count = 0;
};

Extent extent_of(std::uint32_t elements, double from, double length, double pixels) {
  Extent extent;
  const double per_pixel = length / std::max(pixels, 1.0);
  while (per_pixel > std::ldexp(1.0, static_cast<int>(extent.level)) && extent.level < 31) ++extent.level;
  const double low = std::clamp(std::floor(from), 0.0, static_cast<double>(elements));
  const double high = std::clamp(std::ceil(from + length), 0.0, static_cast<double>(elements));
  if (high <= low) return extent;
  extent.first = static_cast<std::uint32_t>(low) >> extent.level;
  const std::uint32_t last = (static_cast<std::uint32_t>(high) - 1) >> extent.level;
  extent.count = last - extent.first + 1;
  return extent;
}

}  // namespace

std::optional<ElementGrid> element_grid(std::span<const std::int64_t> shape, std::uint32_t bytes_per_element,
                                        std::uint32_t granule) {
  std::uint64_t elements = 1;
  for (const std::int64_t extent : shape) {
    if (extent <= 0) return {};
    if (static_cast<std::uint64_t>(extent) > max_elements / elements) return {};
    elements *= static_cast<std::uint64_t>(extent);
  }
  ElementGrid grid;
  grid.elements = static_cast<std::uint32_t>(elements);
  grid.bytes_per_element = bytes_per_element;
  grid.granule = granule;
  std::uint64_t columns = shape.empty() ? 1 : static_cast<std::uint64_t>(shape.back());
  if (columns == elements && columns > max_row_elements) {
    // The picture is a little wider than high, like a screen.
    columns = std::bit_ceil(static_cast<std::uint64_t>(std::ceil(std::sqrt(static_cast<double>(elements)))));
    grid.folded = true;
  }
  grid.columns = static_cast<std::uint32_t>(columns);
  grid.rows = static_cast<std::uint32_t>(ceil_div(elements, columns));
  return grid;
}

bool HeatWindow::covers(const HeatWindow& other) const {
  return level_x == other.level_x && level_y == other.level_y && first_x <= other.first_x && first_y <= other.first_y &&
         std::uint64_t{first_x} + width >= std::uint64_t{other.first_x} + other.width &&
         std::uint64_t{first_y} + height >= std::uint64_t{other.first_y} + other.height;
}

HeatWindow heat_window(const ElementGrid& grid, const GridPart& part, double pixels_x, double pixels_y) {
  const Extent x = extent_of(grid.columns, part.x, part.width, pixels_x);
  const Extent y = extent_of(grid.rows, part.y, part.height, pixels_y);
  if (x.count == 0 || y.count == 0) return {x.level, y.level, 0, 0, 0, 0};
  return {x.level, y.level, x.first, y.first, x.count, y.count};
}

}  // namespace lanescope::model
