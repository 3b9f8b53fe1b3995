// Who wrote and read each word of a buffer last, in one launch: what global memory needs to find races by the order
// that the program demands, whatever order the run had.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "emulator/memory/lazy_bytes.h"

namespace warpscope::emulator {

/// One access by one thread, in 64 bits; 0: none. What does not fit (the two-millionth block, the 262,144th clock of
/// an actor) is not kept, and no race is found with it.
class Epoch {
 public:
  static constexpr std::uint64_t most_blocks = (std::uint64_t{1} << 21) - 1;
  static constexpr std::uint32_t most_clocks = 1u << 18, most_sites = (1u << 12) - 1;

  Epoch() = default;
  /// Of the first lane of an actor (checks/clocks.h) of the block; plus_lane() makes it that of another.
  static Epoch of(std::uint64_t block, std::uint32_t warp, std::uint32_t clock, std::uint32_t site, bool strong) {
    if (block >= most_blocks || clock >= most_clocks) return {};
    return Epoch((block + 1) << 43 | std::uint64_t{strong} << 41 |
                 std::uint64_t{site < most_sites ? site : most_sites} << 29 | std::uint64_t{clock} << 11 |
                 std::uint64_t{warp} << 5);
  }
  /// Several accesses: number `index` of the sets of one of our threads, made by `block`.
  static Epoch set(std::uint64_t block, std::uint32_t worker, std::uint32_t index) {
    return Epoch((block + 1) << 43 | std::uint64_t{1} << 42 | std::uint64_t{worker & 0xffu} << 32 | index);
  }
  [[nodiscard]] Epoch plus_lane(std::uint64_t lane) const { return Epoch(bits == 0 ? 0 : bits | lane); }

  [[nodiscard]] bool none() const { return bits == 0; }
  [[nodiscard]] bool is_set() const { return (bits >> 42 & 1u) != 0; }
  [[nodiscard]] bool strong() const { return (bits >> 41 & 1u) != 0; }
  [[nodiscard]] std::uint64_t block() const { return (bits >> 43) - 1; }
  [[nodiscard]] std::uint32_t site() const { return static_cast<std::uint32_t>(bits >> 29) & most_sites; }
  [[nodiscard]] std::uint32_t clock() const { return static_cast<std::uint32_t>(bits >> 11) & (most_clocks - 1); }
  [[nodiscard]] std::uint32_t warp() const { return static_cast<std::uint32_t>(bits >> 5) & 63u; }
  [[nodiscard]] std::uint32_t lane() const { return static_cast<std::uint32_t>(bits) & 31u; }
  [[nodiscard]] std::uint32_t thread() const { return static_cast<std::uint32_t>(bits) & 2047u; }
  [[nodiscard]] std::uint32_t index() const { return static_cast<std::uint32_t>(bits); }

  std::uint64_t bits = 0;
  /// Those that say which block and which of its warps.
  static constexpr std::uint64_t of_warp = ~std::uint64_t{0} << 43 | std::uint64_t{63} << 5;

 private:
  explicit Epoch(std::uint64_t value) : bits(value) {}
};

/// Accesses of one word that are in no order among each other: one of each warp, for up to `most` of them.
struct EpochSet {
  static constexpr std::size_t most = 32;
  struct Member {
    Epoch epoch;  ///< of its first lane
    std::uint32_t lanes = 0;
  };
  std::vector<Member> members;
};

/// Of one buffer. Writes are kept by lines of 32 cells as long as a warp writes a whole line at once, each lane the
/// cell of its number, and cell by cell from the first other write on: most memory is written once, in a row. Cells of
/// writes belong to the block that may write there (BlockConflicts sees to that where blocks run concurrently); cells
/// of reads are read and written by several of our threads.
struct AccessShadow {
  /// granule_shift: log2 of the bytes of a cell, which is the smallest access of the launch, 1 to 4.
  AccessShadow(std::uint64_t bytes, std::uint32_t granule_shift)
      : shift(granule_shift),
        lines_((cells(bytes) / line_cells + 1) * sizeof(Epoch)),
        writes_((cells(bytes) + line_cells) * sizeof(Epoch)),
        reads_(cells(bytes) * sizeof(Epoch)) {}

  static constexpr std::uint64_t line_cells = 32;
  [[nodiscard]] Epoch writer(std::uint64_t cell) {
    Epoch there;
    there.bits = line(cell / line_cells).load(std::memory_order_relaxed);
    if (there.none()) return there;
    return there.bits == by_cells ? writes()[cell] : there.plus_lane(cell % line_cells);
  }
  void set_writer(std::uint64_t cell, Epoch epoch) {
    const std::uint64_t first = cell - cell % line_cells;
    const std::uint64_t whole = line(cell / line_cells).load(std::memory_order_relaxed);
    if (whole != by_cells) {
      for (std::uint64_t lane = 0; whole != 0 && lane < line_cells; ++lane) writes()[first + lane].bits = whole | lane;
      line(cell / line_cells).store(by_cells, std::memory_order_relaxed);
    }
    writes()[cell] = epoch;
  }
  /// A warp writes all of the line in which the cell is the first; `self`: of its first lane. False: somebody else
  /// wrote in it, or the line is kept by cells.
  [[nodiscard]] bool write_line(std::uint64_t cell, Epoch self) {
    const auto place = line(cell / line_cells);
    const std::uint64_t there = place.load(std::memory_order_relaxed);
    // The same warp of the same block: each lane comes back to its own cell.
    const bool own = there != by_cells && ((there ^ self.bits) & Epoch::of_warp) == 0;
    if (there != 0 && !own) return false;
    place.store(self.bits, std::memory_order_relaxed);
    return true;
  }
  [[nodiscard]] Epoch read(std::uint64_t cell) {
    Epoch epoch;
    epoch.bits = std::atomic_ref<std::uint64_t>(reads()[cell]).load(std::memory_order_relaxed);
    return epoch;
  }
  void set_read(std::uint64_t cell, Epoch epoch) {
    std::atomic_ref<std::uint64_t>(reads()[cell]).store(epoch.bits, std::memory_order_relaxed);
  }

  std::uint32_t shift = 2;
  std::atomic<bool> any_reads{false};  ///< none yet: the cells of reads need not be looked at

 private:
  [[nodiscard]] std::uint64_t cells(std::uint64_t bytes) const { return (bytes >> shift) + 1; }
  static constexpr std::uint64_t by_cells = ~std::uint64_t{0};
  [[nodiscard]] std::atomic_ref<std::uint64_t> line(std::uint64_t number) {
    return std::atomic_ref<std::uint64_t>(reinterpret_cast<std::uint64_t*>(lines_.data())[number]);
  }
  [[nodiscard]] Epoch* writes() { return reinterpret_cast<Epoch*>(writes_.data()); }
  [[nodiscard]] std::uint64_t* reads() { return reinterpret_cast<std::uint64_t*>(reads_.data()); }

  LazyBytes lines_, writes_, reads_;
};

}  // namespace warpscope::emulator
