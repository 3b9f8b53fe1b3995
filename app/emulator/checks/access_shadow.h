// Who wrote and read each word of a buffer last, in one launch: what global memory needs to find races by the order
// that the program demands, whatever order the run had.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/memory/lazy_bytes.h"

namespace lanescope::emulator {

/// One access by one thread, in 64 bits; 0: none. What does not fit (the two-millionth block, the 262,144th clock of
/// an actor) is not kept, and no race is found with it.
class Epoch {
 public:
  static constexpr std::uint64_t max_blocks = (std::uint64_t{1} << 21) - 1;
  static constexpr std::uint32_t max_clocks = 1u << 18, max_sites = (1u << 12) - 1;

  Epoch() = default;
  /// Of the first lane of an actor (checks/vector_clocks.h) of the block; plus_lane() makes it that of another.
  static Epoch of(std::uint64_t block, std::uint32_t warp, std::uint32_t clock, std::uint32_t site, bool strong) {
    if (block >= max_blocks || clock >= max_clocks) return {};
    return Epoch((block + 1) << 43 | std::uint64_t{strong} << 41 |
                 std::uint64_t{site < max_sites ? site : max_sites} << 29 | std::uint64_t{clock} << 11 |
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
  [[nodiscard]] std::uint32_t site() const { return static_cast<std::uint32_t>(bits >> 29) & max_sites; }
  [[nodiscard]] std::uint32_t clock() const { return static_cast<std::uint32_t>(bits >> 11) & (max_clocks - 1); }
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

/// Accesses of one word that are in no order among each other: one of each warp, for up to `max_members` of them.
struct EpochSet {
  static constexpr std::size_t max_members = 32;
  struct Member {
    Epoch epoch;  ///< of its first lane
    std::uint32_t lanes = 0;
  };
  std::vector<Member> members;
};

/// The cells of lines that one block accesses, found by the lines' numbers. It costs what the block touches, and
/// forgets everything before the next block at no cost.
class BlockLines {
 public:
  static constexpr std::uint64_t line_cells = 32;
  struct Line {
    std::uint64_t number = 0;
    std::uint64_t generation = 0;  ///< of the block that uses the entry; that of another block: free
    std::uint64_t whole_write = 0, whole_read = 0;
    std::uint64_t *writes = nullptr, *reads = nullptr;  ///< null: none yet
  };

  /// Returns the entry of a line, which is good until the next call.
  [[nodiscard]] Line& at(std::uint64_t number) {
    if (last_ != nullptr && last_->number == number) return *last_;
    if (2 * used_ >= table_.size()) grow();
    last_ = &place_of(number);
    if (last_->generation != generation_) {
      *last_ = {number, generation_, 0, 0, nullptr, nullptr};
      ++used_;
    }
    return *last_;
  }
  /// Returns an empty cell for each of a line.
  [[nodiscard]] std::uint64_t* new_cells();
  /// Begins a block, for which all lines are empty.
  void clear();

 private:
  static constexpr std::uint64_t first_size = 256;       // entries; a power of two
  static constexpr std::uint64_t lines_of_a_chunk = 64;  // 16 KiB

  /// Returns the entry of a line, or the free one where it belongs.
  [[nodiscard]] Line& place_of(std::uint64_t number) {
    std::uint64_t place = (number * 0x9e3779b97f4a7c15u) >> 32;
    for (;; ++place) {
      Line& line = table_[place & (table_.size() - 1)];
      if (line.generation != generation_ || line.number == number) return line;
    }
  }
  void grow();

  std::vector<Line> table_;
  std::uint64_t generation_ = 1, used_ = 0;
  Line* last_ = nullptr;
  std::vector<std::unique_ptr<std::uint64_t[]>> chunks_;
  std::uint64_t used_cells_ = 0;  ///< lines whose cells come from chunks_
};

/// Of one buffer. Writes are kept by lines of 32 cells as long as a warp writes a whole line at once, each lane the
/// cell of its number, and cell by cell from the first other write on; reads likewise. Most memory is accessed in rows.
///
/// Where blocks run concurrently, two of them that meet in a word have the run thrown away (BlockConflicts sees to
/// that), so that a block needs to know of its own accesses alone. Each has a shadow of its own then.
struct AccessShadow {
  /// granule_shift: log2 of the bytes of a cell, which is the smallest access of the launch, 1 to 4.
  AccessShadow(std::uint64_t bytes, std::uint32_t granule_shift)
      : shift(granule_shift), writes_(cells(bytes)), reads_(cells(bytes)) {}
  /// That of a block, or where none accesses it, a sign that each block has one.
  explicit AccessShadow(std::uint32_t granule_shift) : shift(granule_shift), by_block(true) {}

  static constexpr std::uint64_t line_cells = BlockLines::line_cells;
  [[nodiscard]] Epoch writer(std::uint64_t cell) { return get<Way::write>(cell); }
  void set_writer(std::uint64_t cell, Epoch epoch) { set<Way::write>(cell, epoch); }
  [[nodiscard]] Epoch read(std::uint64_t cell) { return get<Way::read>(cell); }
  void set_read(std::uint64_t cell, Epoch epoch) {
    set<Way::read>(cell, epoch);
    any_reads = true;
  }
  /// A warp accesses all of the line in which the cell is the first; `self`: of its first lane. False, with nothing
  /// changed: somebody else accessed it, or it is kept by cells.
  [[nodiscard]] bool read_line(std::uint64_t cell, Epoch self) {
    const std::uint64_t number = cell / line_cells;
    if (!is_free_or_own(whole<Way::write>(number), self) || !is_free_or_own(whole<Way::read>(number), self))
      return false;
    whole<Way::read>(number) = self.bits;
    any_reads = true;
    return true;
  }
  /// Likewise. Its own reads are in order before it, and forgotten.
  [[nodiscard]] bool write_line(std::uint64_t cell, Epoch self) {
    const std::uint64_t number = cell / line_cells;
    if (!is_free_or_own(whole<Way::write>(number), self)) return false;
    if (any_reads) {
      if (!is_free_or_own(whole<Way::read>(number), self)) return false;
      whole<Way::read>(number) = 0;
    }
    whole<Way::write>(number) = self.bits;
    return true;
  }
  /// Begins a block, where the shadow is that of one.
  void clear() {
    lines_of_block_.clear();
    any_reads = false;
  }

  std::uint32_t shift = 2;
  bool by_block = false;
  bool any_reads = false;  ///< else those need not be looked at

 private:
  enum class Way { write, read };
  /// Of the accesses of one way, where the shadow is that of all blocks.
  struct Table {
    Table() = default;
    explicit Table(std::uint64_t count)
        : lines((count / line_cells + 1) * sizeof(Epoch)), cells((count + line_cells) * sizeof(Epoch)) {}
    LazyBytes lines, cells;
  };

  [[nodiscard]] std::uint64_t cells(std::uint64_t bytes) const { return (bytes >> shift) + 1; }
  static constexpr std::uint64_t by_cells = ~std::uint64_t{0};
  /// Whether nobody accessed the line, or the same warp of the same block: each lane comes back to its own cell.
  static bool is_free_or_own(std::uint64_t there, Epoch self) {
    return there == 0 || (there != by_cells && ((there ^ self.bits) & Epoch::of_warp) == 0);
  }
  static std::uint64_t* words_of(const LazyBytes& bytes) { return reinterpret_cast<std::uint64_t*>(bytes.data()); }

  template <Way way>
  [[nodiscard]] Epoch get(std::uint64_t cell) {
    Epoch there;
    there.bits = whole<way>(cell / line_cells);
    if (there.none()) return there;
    if (there.bits != by_cells) return there.plus_lane(cell % line_cells);
    there.bits = cells_of<way>(cell / line_cells)[cell % line_cells];
    return there;
  }
  template <Way way>
  void set(std::uint64_t cell, Epoch epoch) {
    const std::uint64_t number = cell / line_cells;
    std::uint64_t* const cells = cells_of<way>(number);
    std::uint64_t& line = whole<way>(number);
    if (line != by_cells) {
      for (std::uint64_t lane = 0; line != 0 && lane < line_cells; ++lane) cells[lane] = line | lane;
      line = by_cells;
    }
    cells[cell % line_cells] = epoch.bits;
  }
  template <Way way>
  [[nodiscard]] std::uint64_t& whole(std::uint64_t number) {
    if (!by_block) return words_of(way == Way::write ? writes_.lines : reads_.lines)[number];
    BlockLines::Line& line = lines_of_block_.at(number);
    return way == Way::write ? line.whole_write : line.whole_read;
  }
  template <Way way>
  [[nodiscard]] std::uint64_t* cells_of(std::uint64_t number) {
    if (!by_block) return words_of(way == Way::write ? writes_.cells : reads_.cells) + number * line_cells;
    BlockLines::Line& line = lines_of_block_.at(number);
    std::uint64_t*& cells = way == Way::write ? line.writes : line.reads;
    if (cells == nullptr) cells = lines_of_block_.new_cells();
    return cells;
  }

  Table writes_, reads_;
  BlockLines lines_of_block_;
};

}  // namespace lanescope::emulator
