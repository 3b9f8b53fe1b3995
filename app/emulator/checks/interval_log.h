// What a block did in shared memory between two barriers of the whole block, as a sequence of accesses. A loop, and one
// block after the other, mostly do the same again. Whatever was fine once is fine again: between the barriers the order
// of accesses alone decides, and what was done before is in order before all of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "emulator/patterns/address_pattern.h"

namespace lanescope::emulator {

/// A plain access of the lanes of a warp.
struct SharedAccess {
  const AddressPattern* pattern = nullptr;
  std::uint32_t first = 0;  ///< byte at which the pattern's first lane accesses
  std::uint32_t what = 0;   ///< the warp, whether it writes, and the site in 12 bits
  friend bool operator==(const SharedAccess&, const SharedAccess&) = default;

  static constexpr std::uint32_t write_bit = 1u << 12, warp_shift = 13;
  [[nodiscard]] bool writes() const { return (what & write_bit) != 0; }
  [[nodiscard]] std::uint32_t warp() const { return what >> warp_shift; }
  [[nodiscard]] std::uint32_t site() const { return what & (write_bit - 1); }
};

/// A bit for each of 32 neighbouring cells.
using CellBits = std::uint32_t;
inline constexpr std::uint32_t cells_of_bits = 32;

struct IntervalLog {
  struct Cells {
    std::size_t index = 0;  ///< of the CellBits
    CellBits read = 0;      ///< read before the accesses wrote them
    CellBits written = 0;
  };
  std::vector<SharedAccess> accesses;
  std::vector<Cells> cells;
  std::uint64_t ready_in = 0;    ///< the block in which all that is read first is known to be written
  std::uint64_t applied_in = 0;  ///< the block in which what the accesses write is known to be written
};

/// Calls use(cell, cells) for the neighbouring cells of 2^shift bytes that the lanes of a pattern access.
template <class Use>
void for_cells(const AddressPattern& pattern, std::uint64_t first, std::uint32_t shift, const Use& use) {
  const std::uint32_t each = pattern.bytes >> shift;
  for (const LaneRun& run : pattern.runs) {
    use((first + static_cast<std::uint64_t>(run.distance)) >> shift, run.neighbours ? run.lanes * each : each);
  }
  if (!pattern.runs.empty()) return;
  for (std::uint32_t lanes = pattern.lanes; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(__builtin_ctz(lanes));
    use((first + pattern.distance[lane]) >> shift, each);
  }
}

/// Calls use(index, bits) for the CellBits of neighbouring cells.
template <class Use>
void for_bits(std::uint64_t cell, std::uint32_t cells, const Use& use) {
  while (cells != 0) {
    const auto begin = static_cast<std::uint32_t>(cell % cells_of_bits);
    const std::uint32_t here = std::min(cells, cells_of_bits - begin);
    use(static_cast<std::size_t>(cell / cells_of_bits), ~CellBits{0} >> (cells_of_bits - here) << begin);
    cell += here;
    cells -= here;
  }
}

}  // namespace lanescope::emulator
