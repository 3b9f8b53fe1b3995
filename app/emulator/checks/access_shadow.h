// Who wrote and read each word of a buffer last, in one launch: what global memory needs to find races by the order that
// the program demands, whatever order the run had.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "emulator/memory/lazy_bytes.h"

namespace warpscope::emulator {

/// One access by one thread, in 64 bits; 0: none. What does not fit (the four-millionth block, the 262,144th clock of a
/// warp) is not kept, and no race is found with it.
class Epoch {
 public:
  static constexpr std::uint64_t most_blocks = (std::uint64_t{1} << 22) - 1;
  static constexpr std::uint32_t most_clocks = 1u << 18, most_sites = (1u << 12) - 1;

  Epoch() = default;
  /// Of the first lane of a warp; plus_lane() makes it that of another.
  static Epoch of(std::uint64_t block, std::uint32_t warp, std::uint32_t clock, std::uint32_t site, bool strong) {
    if (block >= most_blocks || clock >= most_clocks) return {};
    return Epoch((block + 1) << 42 | std::uint64_t{strong} << 40 | std::uint64_t{site < most_sites ? site : most_sites} << 28 |
                 std::uint64_t{clock} << 10 | std::uint64_t{warp} << 5);
  }
  /// Several accesses: number `index` of the sets of one of our threads, made by `block`.
  static Epoch set(std::uint64_t block, std::uint32_t worker, std::uint32_t index) {
    return Epoch((block + 1) << 42 | std::uint64_t{1} << 41 | std::uint64_t{worker & 0xffu} << 32 | index);
  }
  [[nodiscard]] Epoch plus_lane(std::uint32_t lane) const { return Epoch(bits == 0 ? 0 : bits | lane); }

  [[nodiscard]] bool none() const { return bits == 0; }
  [[nodiscard]] bool is_set() const { return (bits >> 41 & 1u) != 0; }
  [[nodiscard]] bool strong() const { return (bits >> 40 & 1u) != 0; }
  [[nodiscard]] std::uint64_t block() const { return (bits >> 42) - 1; }
  [[nodiscard]] std::uint32_t site() const { return static_cast<std::uint32_t>(bits >> 28) & most_sites; }
  [[nodiscard]] std::uint32_t clock() const { return static_cast<std::uint32_t>(bits >> 10) & (most_clocks - 1); }
  [[nodiscard]] std::uint32_t warp() const { return static_cast<std::uint32_t>(bits >> 5) & 31u; }
  [[nodiscard]] std::uint32_t lane() const { return static_cast<std::uint32_t>(bits) & 31u; }
  [[nodiscard]] std::uint32_t thread() const { return static_cast<std::uint32_t>(bits) & 1023u; }
  [[nodiscard]] std::uint32_t index() const { return static_cast<std::uint32_t>(bits); }

  std::uint64_t bits = 0;

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

/// Of one buffer. Cells of writes belong to the block that may write there (BlockConflicts sees to that where blocks run
/// concurrently); cells of reads are read and written by several of our threads.
struct AccessShadow {
  /// granule_shift: log2 of the bytes of a cell, which is the smallest access of the launch, 1 to 4.
  AccessShadow(std::uint64_t bytes, std::uint32_t granule_shift)
      : shift(granule_shift), writes_(cells(bytes) * sizeof(Epoch)), reads_(cells(bytes) * sizeof(Epoch)) {}

  [[nodiscard]] Epoch* writes() { return reinterpret_cast<Epoch*>(writes_.data()); }
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
  [[nodiscard]] std::uint64_t* reads() { return reinterpret_cast<std::uint64_t*>(reads_.data()); }

  LazyBytes writes_, reads_;
};

}  // namespace warpscope::emulator
