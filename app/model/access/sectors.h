// Global memory is accessed in sectors of 32 bytes, the unit in which the caches and DRAM move data.
#pragma once

#include <cstdint>

#include "model/access/access.h"

namespace lanescope::model {

inline constexpr std::uint32_t bytes_per_sector = 32;

struct Sectors {
  std::uint32_t sectors = 0;  ///< different sectors that the active lanes access
  /// Least possible for the same data: bytes of different 4-byte words / 32, rounded up.
  std::uint32_t sectors_ideal = 0;
};

/// Counts one request of a warp to global memory, whatever its operation. The source is that of shared_wavefronts().
template <class Address>
[[nodiscard]] Sectors global_sectors(const LaneAccess<Address>& access);

/// The lanes of an atomic operation that meet at one address, which go one after the other: the most at any address,
/// and the most in each sector, summed over all sectors. So many sectors the counters have of it (ncu on an H200:
/// 10,000 additions to 100 random words, 4,926 sectors of which 3,702 are different).
struct Meetings {
  std::uint32_t most = 0, passes = 0;
  friend bool operator==(const Meetings&, const Meetings&) = default;
};
template <class Address>
[[nodiscard]] Meetings meetings_of(const LaneAddresses<Address>& addresses, std::uint32_t mask);

/// Counts one request of a warp to local memory; addresses count from the start of each thread's own. Word w of lane l
/// lies at word 32 * w + l of the warp's memory. Source: CUDA C++ Programming Guide, "Local Memory": consecutive 32-bit
/// words are accessed by consecutive thread IDs. This was not measured.
template <class Address>
[[nodiscard]] Sectors local_sectors(const LaneAccess<Address>& access);

}  // namespace lanescope::model
