// The bytes of each sector that one request to global or local memory uses: the counts of sectors.h in detail, for a
// picture.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "model/access/access.h"
#include "model/access/sectors.h"

namespace lanescope::model {

/// A line of the L1 and L2 caches. Source: CUDA C++ Programming Guide, "Global Memory" of compute capability 3.x and
/// later: a line is 128 bytes, moved in segments of 32.
inline constexpr std::uint32_t bytes_per_line = 128;
inline constexpr std::uint32_t sectors_per_line = bytes_per_line / bytes_per_sector;

struct SectorUse {
  std::uint32_t used = 0;   ///< bit n is set when an active lane accesses byte n of the sector
  std::uint32_t lanes = 0;  ///< bit n is set when lane n accesses it; 0 when the sector is not moved

  [[nodiscard]] bool moved() const { return lanes != 0; }
  friend bool operator==(const SectorUse&, const SectorUse&) = default;
};

struct LineUse {
  std::uint64_t line = 0;  ///< byte address / 128
  std::array<SectorUse, sectors_per_line> sectors{};

  [[nodiscard]] std::uint32_t moved() const;  ///< number of its sectors that are moved
  friend bool operator==(const LineUse&, const LineUse&) = default;
};

struct SectorMap {
  std::vector<LineUse> lines;       ///< accessed lines, by rising address
  std::uint32_t sectors = 0;        ///< moved sectors, as global_sectors() and local_sectors() count them
  std::uint32_t sectors_ideal = 0;  ///< the least possible for the same data, as these functions count it
  std::uint32_t bytes_used = 0;
  std::uint32_t lanes = 0;                     ///< mask of the lanes that access anything
  LaneAddresses<std::uint64_t> first_bytes{};  ///< by lane of the mask; addresses are those of `lines`

  [[nodiscard]] std::uint32_t bytes_moved() const { return sectors * bytes_per_sector; }
  /// Returns bytes moved per byte used; 0 when nothing is used.
  [[nodiscard]] double amplification() const;
  friend bool operator==(const SectorMap&, const SectorMap&) = default;
};

/// Maps a request to global or local memory. The lines of local memory are those of the warp, in which the words of the
/// lanes lie side by side. The address of a lane is rounded down to its own size, as for the counts.
[[nodiscard]] SectorMap sector_map(const LaneAccess<std::uint64_t>& access);

/// Maps one record of a well-formed trace, with the width with which it is executed (as in count_record()). Addresses
/// are bytes from the start of its buffer, which begins with a line. `lanes` is the mask of the lanes that count.
/// Returns nothing when the record accesses neither of the two memories.
[[nodiscard]] std::optional<SectorMap> sector_map(const trace::Trace& trace, std::size_t record,
                                                  std::uint32_t bytes_per_lane, std::uint32_t lanes = 0xffffffffu);

}  // namespace lanescope::model
