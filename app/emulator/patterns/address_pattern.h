// How the addresses of the lanes of one access lie to each other. Most memory instructions come with the same pattern
// again and again, only somewhere else: what follows from the pattern alone (bounds, alignment, the words of a line,
// how the data move) is found once.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/decode/lane_operation.h"

namespace lanescope::emulator {

/// Lanes with neighbouring numbers that all access one place, or each the bytes behind those of the lane before it.
struct LaneRun {
  std::uint32_t first_lane = 0, lanes = 0;
  std::int64_t distance = 0;  ///< bytes, as AddressPattern::distance, of its first lane
  bool neighbours = true;     ///< not one place; so is a lane on its own
  [[nodiscard]] std::uint32_t mask() const { return ~std::uint32_t{0} >> (warp_lanes - lanes) << first_lane; }
};

struct AddressPattern {
  std::uint32_t lanes = 0;       ///< that access; not 0
  std::uint32_t first_lane = 0;  ///< the lowest of them, from whose address distances count
  std::uint32_t bytes = 0;       ///< of each lane
  std::int64_t lowest = 0;       ///< bytes: the least distance
  std::int64_t end = 0;          ///< bytes: the largest distance, and `bytes` more
  std::uint32_t low_bits = 0;    ///< all distances, joined by "or": with the first address they tell the alignment
  bool distinct = false;         ///< no two lanes access one byte
  /// The lanes have neighbouring numbers, and each accesses the bytes behind those of the lane before it.
  bool neighbours = false;
  /// A bit for each word of 4 bytes from the one of the lowest address on; 0 when they do not lie within 32 words, or
  /// the lanes access parts of words.
  std::uint32_t words = 0;
  /// All lanes, where they are few runs; else empty.
  std::vector<LaneRun> runs;
  static constexpr std::size_t max_runs = 8;
  alignas(64) std::array<std::uint64_t, warp_lanes> distance{};  ///< bytes from the first lane; of the lanes
  alignas(64) std::array<std::uint64_t, warp_lanes> chosen{};    ///< all bits for the lanes, none for others
  /// Their low halves.
  alignas(64) std::array<std::uint32_t, warp_lanes> narrow_distance{}, narrow_chosen{};

  /// Whether the lanes' addresses lie in this pattern.
  [[nodiscard]] bool holds(const std::uint64_t* address) const;
  /// The same modulo 2^32.
  [[nodiscard]] bool holds(const std::uint32_t* address) const;
};

/// The patterns that one of our threads has met.
class AddressPatterns {
 public:
  /// Returns the pattern of the lanes (not 0). Null: there are too many different ones, or it spans too much memory.
  [[nodiscard]] const AddressPattern* find(std::uint32_t lanes, std::uint32_t bytes, const std::uint64_t* address);
  [[nodiscard]] std::size_t size() const { return patterns_.size(); }

 private:
  static constexpr std::size_t max_patterns = 1024, slots = 4096;
  std::vector<std::unique_ptr<AddressPattern>> patterns_;
  std::vector<std::uint32_t> table_;  ///< open addressing; the number of a pattern plus 1, 0: free
};

}  // namespace lanescope::emulator
