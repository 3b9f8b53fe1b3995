// A buffer as a picture: where its elements lie as rows and columns, and which part of them falls into which bin.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "trace/trace.h"

namespace lanescope::model {

/// Elements of a buffer in rows, as a matrix is written: element e lies in row e / columns.
struct ElementGrid {
  std::uint32_t columns = 1, rows = 1;
  std::uint32_t elements = 0;           ///< the last row may be incomplete when `folded`
  std::uint32_t bytes_per_element = 4;  ///< 1, 2, 4 or 8
  std::uint32_t granule = 1;            ///< Trace::Buffer::granule: 1, or a power of two that is not smaller
  bool folded = false;                  ///< one-dimensional, cut into rows of a power of two to fit a screen

  /// Returns the number of the first element at an offset of a trace (not no_offset); a lane may access several.
  [[nodiscard]] std::uint32_t element_at(std::uint32_t offset) const {
    const std::uint64_t byte = std::uint64_t{offset} * granule;
    return static_cast<std::uint32_t>(byte >> std::countr_zero(bytes_per_element));
  }
  friend bool operator==(const ElementGrid&, const ElementGrid&) = default;
};

/// Returns the grid of a shape, whose slowest dimension is first. With more than two dimensions, all but the last
/// become rows. A one-dimensional buffer of more than 4096 elements is folded into about as many rows as columns.
/// Returns nothing for no elements, or for 2^32 and more, which is more than a picture can show.
[[nodiscard]] std::optional<ElementGrid> element_grid(std::span<const std::int64_t> shape,
                                                      std::uint32_t bytes_per_element, std::uint32_t granule = 1);

/// A rectangle of elements, which may cut through elements; it extends to the right of and below its origin.
struct GridPart {
  double x = 0, y = 0, width = 1, height = 1;
  friend bool operator==(const GridPart&, const GridPart&) = default;
};

/// The bins of a picture: rectangles of elements whose sides are powers of two. They are aligned to the matrix and not
/// to the visible part, so that the picture does not flicker while it is moved.
struct HeatWindow {
  std::uint32_t level_x = 0, level_y = 0;  ///< a bin is 2^level_x columns wide and 2^level_y rows high
  std::uint32_t first_x = 0, first_y = 0;  ///< bins left of and above the first one
  std::uint32_t width = 0, height = 0;     ///< bins

  [[nodiscard]] std::size_t bins() const { return std::size_t{width} * height; }
  /// Whether all bins of the other window are bins of this one.
  [[nodiscard]] bool covers(const HeatWindow& other) const;
  friend bool operator==(const HeatWindow&, const HeatWindow&) = default;
};

/// Returns bins for a part of the grid that is drawn on pixels_x × pixels_y pixels. A bin is one to two pixels wide
/// where elements are smaller than pixels, else one element. The bins cover the part as far as the grid goes.
[[nodiscard]] HeatWindow heat_window(const ElementGrid& grid, const GridPart& part, double pixels_x, double pixels_y);

}  // namespace lanescope::model
