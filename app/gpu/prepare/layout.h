// The positions of a plan's buffers in one block of device memory, each between its own guard zones.
#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/launch_plan.h"
#include "gpu/failure.h"

namespace lanescope::gpu {

inline constexpr std::uint64_t guard_bytes = std::uint64_t{64} << 10;  ///< before and behind every buffer
inline constexpr std::uint64_t buffer_alignment = 512;                 ///< in bytes; for textures on linear memory
inline constexpr std::uint64_t head_room_bytes = std::uint64_t{128}
                                                 << 20;  ///< It stays free for local memory, printf and the desktop.

/// The place of one buffer. Offsets are in bytes from the start of the block.
struct Place {
  std::uint64_t start = 0;  ///< the first element's offset, a multiple of buffer_alignment
  std::uint64_t bytes = 0;
  [[nodiscard]] std::uint64_t front_guard() const { return start - guard_bytes; }  ///< guard_bytes bytes begin here
  [[nodiscard]] std::uint64_t rear_guard() const { return start + bytes; }         ///< guard_bytes bytes begin here
};

struct Layout {
  std::vector<Place> places;  ///< in the order of LaunchPlan::buffers
  std::uint64_t bytes = 0;    ///< the size of the block
};

/// Fails (out_of_memory) for a buffer that is too large for 64-bit addresses.
[[nodiscard]] Expected<Layout> lay_out(const std::vector<catalogue::Buffer>& buffers);

/// Fails (out_of_memory) with both numbers when `needed` bytes and the head room exceed `available`.
[[nodiscard]] Status check_memory(std::uint64_t needed, std::uint64_t available);

}  // namespace lanescope::gpu
