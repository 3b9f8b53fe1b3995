// A buffer as a picture: where its elements lie as rows and columns, and which part of them falls into which bin.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "trace/trace.h"

namespace warpscope::model {

/// Elements of a buffer in rows, as a matrix is written: element number e lies in row e / columns.
struct ElementGrid {
  std::uint32_t columns = 1, rows = 1;
  std::uint32_t elements = 0;           ///< of the last row, some may be missing when `folded`
  std::uint32_t bytes_per_element = 4;  ///< 1, 2, 4 or 8
  std::uint32_t granule = 1;            ///< Trace::Buffer::granule: 1, or a power of two that is no smaller
  bool folded = false;                  ///< one-dimensional, cut into rows of a power of two to fit a screen

  /// Number of the first element that an offset of a trace (not no_offset) points at; a lane may touch several.
  [[nodiscard]] std::uint32_t element_at(std::uint32_t offset) const {
    const std::uint64_t byte = std::uint64_t{offset} * granule;
    return static_cast<std::uint32_t>(byte >> std::countr_zero(bytes_per_element));
  }
  friend bool operator==(const ElementGrid&, const ElementGrid&) = default;
};

/// Shape: slowest dimension first; of more than two dimensions all but the last are rows. A one-dimensional buffer of
/// more than 4096 elements is folded into rows, about as many as columns. Empty: no elements, or 2^32 and more, which
/// is more than a picture can tell apart.
[[nodiscard]] std::optional<ElementGrid> element_grid(std::span<const std::int64_t> shape,
                                                      std::uint32_t bytes_per_element, std::uint32_t granule = 1);

/// A rectangle of elements, possibly cut through; right and below its origin.
struct GridPart {
  double x = 0, y = 0, width = 1, height = 1;
  friend bool operator==(const GridPart&, const GridPart&) = default;
};

/// The bins of a picture: squares of elements whose sides are powers of two, aligned to the matrix and not to what is
/// seen of it, so that the picture does not flicker while it is moved.
struct HeatWindow {
  std::uint32_t level_x = 0, level_y = 0;  ///< a bin is 2^level_x columns wide and 2^level_y rows high
  std::uint32_t first_x = 0, first_y = 0;  ///< bins left of and above the first one
  std::uint32_t width = 0, height = 0;     ///< bins

  [[nodiscard]] std::size_t bins() const { return std::size_t{width} * height; }
  /// Whether all bins of the other one are bins of this one.
  [[nodiscard]] bool covers(const HeatWindow& other) const;
  friend bool operator==(const HeatWindow&, const HeatWindow&) = default;
};

/// Bins for a part of the grid that is drawn on that many pixels: one to two pixels wide where elements are smaller
/// than pixels, else one element each. Covers the part, as far as the grid goes.
[[nodiscard]] HeatWindow heat_window(const ElementGrid& grid, const GridPart& part, double pixels_x, double pixels_y);

}  // namespace warpscope::model
