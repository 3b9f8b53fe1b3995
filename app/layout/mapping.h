// What a text of a layout means: a function from the coordinates of a tile to offsets in memory, or from threads and
// values to places in a matrix.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "layout/layout.h"
#include "layout/swizzle.h"

namespace lanescope::layout {

struct Matrix {
  std::int64_t rows = 1, columns = 1;
  friend bool operator==(const Matrix&, const Matrix&) = default;
};

/// The offset of element i is swizzle.apply(start + offset(layout, i)), in elements.
struct Mapping {
  Layout layout;                         ///< its modes are the coordinates
  Swizzle swizzle;                       ///< the one without bits changes nothing
  std::int64_t start = 0;                ///< added before the swizzle
  std::vector<std::int64_t> table = {};  ///< by index: offsets that no layout with a swizzle has; else empty
  std::string name = {};                 ///< what a table was made from
  unsigned element_bits = 32;
  /// For the operands of instructions: the modes are (threads, values), and an offset counts the elements of a matrix
  /// of this size down its columns, one after the other.
  std::optional<Matrix> matrix = {};

  /// Returns the offset of an element below size(layout).
  [[nodiscard]] std::int64_t at(std::int64_t index) const;
  [[nodiscard]] std::vector<std::int64_t> offsets() const;  ///< of all elements
  /// Returns one more than the largest offset.
  [[nodiscard]] std::int64_t cosize() const;
  /// Returns the rows and columns as which the coordinates are shown: the first mode, and all others; a layout of one
  /// mode is one row.
  [[nodiscard]] Matrix grid() const;
  /// Returns "Sw<3,3,3> o 0 o (8,64):(64,1)", without what changes nothing; of a table its name.
  [[nodiscard]] std::string text() const;
};

/// So many elements a mapping may have that is looked at element by element.
inline constexpr std::int64_t max_elements = 65'536;

/// Returns the layout, with a start and a swizzle where they are needed, that has these offsets for these coordinates.
/// `shape` has the sizes of the modes, the first one fastest. Of several swizzles that fit the one with the fewest bits
/// is taken, then that with the smallest base and shift. Returns nothing where none fits.
[[nodiscard]] std::optional<Mapping> fit(const std::vector<std::int64_t>& offsets,
                                         const std::vector<std::int64_t>& shape);

}  // namespace lanescope::layout
