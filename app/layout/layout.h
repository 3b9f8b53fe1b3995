// Layouts of CuTe: functions from coordinates to offsets, written shape:stride. Source: the pages "CuTe Layouts" and
// "CuTe Layout Algebra" of the documentation of CUTLASS 4.2.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"

namespace lanescope::layout {

/// A mode: a number of elements and the distance from each to the next, or a tuple of modes. Every layout is a mode.
/// Elements are counted colexicographically, the first mode fastest. Size and cosize of every layout that a function
/// of this room returns fit in 63 bits.
struct Layout {
  std::int64_t shape = 1;          ///< elements, at least 1; a tuple does not use it
  std::int64_t stride = 0;         ///< offset from one element to the next; a tuple does not use it
  std::vector<Layout> modes = {};  ///< of a tuple; empty means that this is none

  [[nodiscard]] bool is_tuple() const { return !modes.empty(); }
  [[nodiscard]] std::size_t rank() const { return is_tuple() ? modes.size() : 1; }
  /// Returns one of the `rank()` modes.
  [[nodiscard]] const Layout& mode(std::size_t index) const { return is_tuple() ? modes[index] : *this; }
  friend bool operator==(const Layout&, const Layout&) = default;
};

/// Returns the number of coordinates.
[[nodiscard]] std::int64_t size(const Layout& layout);
/// Returns one more than the distance from the smallest offset to the largest, as CuTe does.
[[nodiscard]] std::int64_t cosize(const Layout& layout);
/// Returns the offset of the element with this number. As in CuTe, beyond size() the last mode goes on.
[[nodiscard]] std::int64_t offset(const Layout& layout, std::int64_t index);
/// Returns "(8,64):(64,1)".
[[nodiscard]] std::string text(const Layout& layout);
/// Returns "(8,64)".
[[nodiscard]] std::string shape_text(const Layout& layout);

/// Returns the modes that are no tuples, in their order.
[[nodiscard]] std::vector<Layout> flat_modes(const Layout& layout);
/// Returns these modes as a layout; a single one stands without parentheses.
[[nodiscard]] Layout of_modes(std::vector<Layout> modes);

/// Fails where a shape is below 1, or where size or cosize do not fit in 63 bits.
[[nodiscard]] Expected<Layout> checked(Layout layout);
/// The product; it fails beyond 63 bits.
[[nodiscard]] Expected<std::int64_t> product(std::int64_t a, std::int64_t b);

}  // namespace lanescope::layout
