// The cost of one warp instruction; covers banks.h (shared memory) and sectors.h (global memory).
#pragma once

#include <array>
#include <cstdint>

#include "trace/trace.h"

namespace lanescope::model {

using trace::lanes_per_warp;
using trace::Operation;
using trace::Space;

inline constexpr std::uint32_t all_lanes = 0xffffffffu;  ///< as a mask

/// Byte addresses of the 32 lanes. The addresses of inactive lanes are ignored.
template <class Address>
using LaneAddresses = std::array<Address, lanes_per_warp>;

/// One memory instruction of one warp. Addresses are multiples of bytes_per_lane, as the hardware demands; others are
/// rounded down. Addresses of shared memory count from the start of the block's window, those of local memory from the
/// start of the thread's own; those of global memory have any origin that is a multiple of 32 bytes.
template <class Address>
struct LaneAccess {
  Space space = Space::global;
  Operation operation = Operation::load;
  std::uint32_t bytes_per_lane = 4;  ///< 1, 2, 4, 8, 16 or 32
  std::uint32_t active_mask = 0;     ///< bit n: lane n takes part
  const LaneAddresses<Address>* addresses = nullptr;
  std::uint32_t source_degrees = 0;  ///< of cp.async, as trace::Header::source_degrees
  /// Of cp.async: the global addresses, for bank_phases(); the counts need only source_degrees.
  const LaneAddresses<Address>* sources = nullptr;
};

/// The cost of one warp instruction. Fields that do not apply to its space are 0.
struct AccessCounts {
  std::uint32_t wavefronts = 0, wavefronts_ideal = 0;  ///< shared
  std::uint32_t bank_conflicts = 0;                    ///< shared; wavefronts beyond one for each group of lanes
  std::uint32_t sectors = 0, sectors_ideal = 0;        ///< global and local, of 32 bytes
  /// Whether a rule is known. It is false for constant, parameter and texture space, which have units of their own, and
  /// for shared accesses that were not measured (see shared_wavefronts).
  bool known = false;
  friend bool operator==(const AccessCounts&, const AccessCounts&) = default;
};

/// Counts without allocation. All counts are 0 (and known is as above) when no lane is active.
template <class Address>
[[nodiscard]] AccessCounts count(const LaneAccess<Address>& access);

}  // namespace lanescope::model
