// One access of one warp as caches and pipes see it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/access/access.h"
#include "trace/trace.h"

namespace lanescope::predict {

/// What an access touches of one line of 128 bytes. Bit n of a mask is sector n.
struct LineTouch {
  std::int64_t line = 0;            ///< byte address / 128
  std::uint8_t sectors = 0;         ///< that are touched
  std::uint8_t partial = 0;         ///< of which not every byte is touched
  std::uint8_t partial_groups = 0;  ///< of which some 8 bytes side by side are touched in part
  friend bool operator==(const LineTouch&, const LineTouch&) = default;
};

struct Access {
  enum class Kind : std::uint8_t { load, store, reduce, atomic };
  Kind kind = Kind::load;
  bool shared = false;           ///< of shared memory; then only `wavefronts` counts
  bool local = false;            ///< of local memory, which each warp has for itself; lines count from its beginning
  bool l1 = true;                ///< a load that the L1 may answer
  bool written_through = false;  ///< a store that goes to the L2 at once, without others to its line
  bool asynchronous = false;     ///< a copy to shared memory for which the warp waits by its group
  std::uint32_t site = 0;        ///< of the trace
  /// Of shared memory, and of the data of the L1, which has the same banks.
  std::uint32_t wavefronts = 0;
  std::uint32_t tag_wavefronts = 0;    ///< of global memory: the L1 looks up lines of four banks at once
  std::uint32_t first = 0, lines = 0;  ///< of the touches
  std::uint32_t sectors = 0;           ///< of all lines
  std::uint32_t bytes = 0;             ///< of all lanes
  std::uint32_t lanes = 0;             ///< active
  std::uint32_t passes = 0;            ///< of an atomic: lanes on one address go one after the other, by sector
  std::uint32_t meeting = 0;           ///< of an atomic: the most lanes on one address
  bool floats = false;                 ///< of an atomic: it adds floating-point numbers
  std::uint32_t buffer = 0;            ///< of the trace
  std::uint32_t buffer_lines = 0;      ///< of all of that buffer; 0 where it is not known
  std::int64_t buffer_line = 0;        ///< the first line of that buffer
  std::int64_t address = 0;            ///< of the first active lane
};

/// Returns the wavefronts that the L1 takes to look up lines: those of the busiest of its four banks of tags.
[[nodiscard]] std::uint32_t tag_wavefronts(std::span<const LineTouch> touches);

/// Appends what the lanes touch of local memory, whose word w of lane l is the l-th word of line w of the warp: an
/// access of 16 bytes touches four lines. `words` has the first word of each lane.
void add_local_touches(const model::LaneAddresses<std::uint64_t>& words, std::uint32_t mask,
                       std::uint32_t bytes_per_lane, Access& access, std::vector<LineTouch>& touches);

/// Appends what the lanes touch, by rising line, and fills the counts of global memory. `addresses` are in bytes.
void add_touches(const model::LaneAddresses<std::uint64_t>& addresses, std::uint32_t mask, std::uint32_t bytes_per_lane,
                 Access& access, std::vector<LineTouch>& touches);

}  // namespace lanescope::predict
