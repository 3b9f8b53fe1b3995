// Finds layouts of a tile whose accesses cost little: orders, paddings and swizzles are tried, all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "layout/access.h"
#include "layout/mapping.h"

namespace lanescope::layout {

/// A layout that allows all accesses.
struct FoundLayout {
  Mapping mapping;
  std::vector<std::uint64_t> counts;  ///< by access: wavefronts, or sectors
  std::uint64_t total = 0;            ///< their sum
  std::int64_t wasted_bytes = 0;      ///< of memory between the first element and the last
  /// The swizzle in bytes, 0, 32, 64 or 128, with which boxes of a tensor map, one for each of its widths, fill the
  /// tile so, and with which one matrix descriptor of wgmma describes it; -1 where none does.
  int tensor_map = -1, descriptor = -1;
};

struct FoundLayouts {
  std::vector<FoundLayout> best;  ///< fewest counts first, then least waste, then those that TMA or wgmma know
  std::uint64_t bound = 0;        ///< no layout costs less: each group of lanes of an instruction takes a wavefront
  std::size_t tried = 0;          ///< candidates, those that do not allow an access included
};

/// Tries for a tile of so many rows and columns: both orders; each with a padding of up to 128 bytes a row, in steps of
/// 4 bytes or an element; with every swizzle of up to 5 bits within the tile; and, for rows wider than the swizzles of
/// TMA, parts of that width one after the other. It fails where no candidate allows all accesses, with the reason of
/// the first.
[[nodiscard]] Expected<FoundLayouts> find_layouts(const Matrix& tile, unsigned element_bits,
                                                  const std::vector<Access>& accesses);

}  // namespace lanescope::layout
