// Shared memory: 32 banks of 4 bytes; bank = (address / 4) mod 32.
#pragma once

#include <cstdint>
#include <optional>

#include "model/access/access.h"

namespace lanescope::model {

inline constexpr std::uint32_t bank_count = 32;
inline constexpr std::uint32_t bytes_per_bank = 4;

struct Wavefronts {
  std::uint32_t wavefronts = 0;
  std::uint32_t groups = 0;  ///< groups with an active lane, after widening; the least possible cost
  [[nodiscard]] std::uint32_t bank_conflicts() const { return wavefronts - groups; }
};

/// Counts the wavefronts of one access to shared memory. A load or store goes in groups of lanes: the warp for 1, 2 and
/// 4 bytes per lane, half-warps for 8, quarter-warps for 16. A load of 8 or 16 bytes goes in groups twice as wide when
/// the addresses are equal in every pair of lanes (n, n xor 1) of which both are active, or in every such pair (n, n
/// xor 2). A group costs the largest number of different words in one bank; groups without an active lane cost nothing.
/// A 32-bit reduction or atomic is one group and costs the largest number of lanes in one bank: equal addresses
/// serialise too. ldmatrix and stmatrix go matrix by matrix, which is by groups of 8 lanes with a row of 16 bytes each.
///
/// cp.async.ca goes in groups of lanes as a store does. A group costs the number of lanes that meet in the busiest
/// bank, equal addresses included, at the source (whose bank is that of its global address) or at the destination.
/// cp.async.cg, bulk copies and tensor copies cost no wavefront. An operand of wgmma costs one for each 128 bytes,
/// wherever they lie.
///
/// Source: hardware counters of 3,142 single instructions on an NVIDIA H200 and 490 on an H100 (compute
/// capability 9.0), which the rules reproduce exactly; 2,314 of them are in tests/data/truth. Returns nothing for what
/// is not known: reductions and atomics of other widths, cp.async.ca where lanes of a group meet at the source and at
/// the destination (24 launches, for which no rule was found) or read less than they write, wmma, and accesses wider
/// than 16 bytes.
template <class Address>
[[nodiscard]] std::optional<Wavefronts> shared_wavefronts(const LaneAccess<Address>& access);

/// Whether an access passes by the pipe that counts wavefronts: cp.async.cg, bulk copies and tensor copies.
[[nodiscard]] bool costs_no_wavefront(Operation operation);

/// Returns how many neighbouring lanes go together by the rules above: 32, 16 or 8; nothing for what was not measured.
template <class Address>
[[nodiscard]] std::optional<std::uint32_t> lanes_per_group(const LaneAccess<Address>& access);
/// Whether lanes with equal addresses are not served together, which holds for reductions, atomics and cp.async.ca.
[[nodiscard]] bool equal_addresses_serialise(Operation operation);

}  // namespace lanescope::model
