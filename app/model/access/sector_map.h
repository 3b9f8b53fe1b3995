// Which bytes of which sectors one request to global or local memory uses: what sectors.h counts, spelled out for a
// picture.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/access/access.h"
#include "model/access/sectors.h"

namespace warpscope::model {

/// A line of the L1 and L2 caches. Source: CUDA C++ Programming Guide, "Global Memory" of compute capability 3.x and
/// later: a line is 128 bytes, moved in segments of 32.
inline constexpr std::uint32_t bytes_per_line = 128;
inline constexpr std::uint32_t sectors_per_line = bytes_per_line / bytes_per_sector;

struct SectorUse {
  std::uint32_t used = 0;   ///< bit n: byte n of the sector is asked for by an active lane
  std::uint32_t lanes = 0;  ///< bit n: lane n touches it; 0: the sector is not moved

  [[nodiscard]] bool moved() const { return lanes != 0; }
  friend bool operator==(const SectorUse&, const SectorUse&) = default;
};

struct LineUse {
  std::uint64_t line = 0;  ///< byte address / 128
  std::array<SectorUse, sectors_per_line> sectors{};

  [[nodiscard]] std::uint32_t moved() const;  ///< sectors of it
  friend bool operator==(const LineUse&, const LineUse&) = default;
};

struct SectorMap {
  std::vector<LineUse> lines;  ///< that are touched, by rising address
  std::uint32_t sectors = 0;   ///< that are moved: as global_sectors(), local_sectors() count
  std::uint32_t fewest = 0;    ///< that would do: as they say
  std::uint32_t bytes_used = 0;
  std::uint32_t lanes = 0;                     ///< mask of those that touch anything
  LaneAddresses<std::uint64_t> first_bytes{};  ///< by lane of the mask: address of its first byte, as lines count

  [[nodiscard]] std::uint32_t bytes_moved() const { return sectors * bytes_per_sector; }
  /// Bytes moved for each one used; 0 when nothing is.
  [[nodiscard]] double amplification() const;
  friend bool operator==(const SectorMap&, const SectorMap&) = default;
};

/// Of a request to global memory, or to local memory, whose lines are those of the warp, in which the words of the
/// lanes lie side by side. The address of a lane is rounded down to its own size, as the counts do.
[[nodiscard]] SectorMap sector_map(const LaneAccess<std::uint64_t>& access);

/// Of one record of a well-formed trace, with the width it is executed with (as count_record()); addresses are bytes
/// from the start of its buffer, which begins with a line. `lanes`: the mask of those that count. Empty: the record
/// goes to neither of the two memories.
[[nodiscard]] std::optional<SectorMap> sector_map(const trace::Trace& trace, std::size_t record,
                                                  std::uint32_t bytes_per_lane, std::uint32_t lanes = 0xffffffffu);

}  // namespace warpscope::model
