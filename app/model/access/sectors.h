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

/// Counts one request of a warp to local memory; addresses count from the start of each thread's own. Word w of lane l
/// lies at word 32 * w + l of the warp's memory. Source: CUDA C++ Programming Guide, "Local Memory": consecutive 32-bit
/// words are accessed by consecutive thread IDs. This was not measured.
template <class Address>
[[nodiscard]] Sectors local_sectors(const LaneAccess<Address>& access);

}  // namespace lanescope::model
