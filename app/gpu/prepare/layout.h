// Where the buffers of a plan lie in one block of device memory, each between its own guard zones.
#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/launch_plan.h"
#include "gpu/failure.h"

namespace warpscope::gpu {

inline constexpr std::uint64_t guard_bytes = std::uint64_t{64} << 10;  ///< before and behind every buffer
inline constexpr std::uint64_t buffer_alignment = 512;                 ///< bytes; what textures on plain memory ask for
inline constexpr std::uint64_t head_room_bytes = std::uint64_t{128}
                                                 << 20;  ///< left free for local memory, printf and the desktop

/// One buffer. Offsets in bytes from the start of the block.
struct Place {
  std::uint64_t start = 0;  ///< of the first element; a multiple of buffer_alignment
  std::uint64_t bytes = 0;
  [[nodiscard]] std::uint64_t front_guard() const { return start - guard_bytes; }  ///< guard_bytes bytes from here
  [[nodiscard]] std::uint64_t rear_guard() const { return start + bytes; }         ///< guard_bytes bytes from here
};

struct Layout {
  std::vector<Place> places;  ///< as LaunchPlan::buffers
  std::uint64_t bytes = 0;    ///< of the block
};

/// Error (out_of_memory): a buffer whose size no 64-bit address could reach.
[[nodiscard]] Expected<Layout> lay_out(const std::vector<catalogue::Buffer>& buffers);

/// Error (out_of_memory) with both numbers when `needed` bytes and the head room do not fit into `available`.
[[nodiscard]] Status check_memory(std::uint64_t needed, std::uint64_t available);

}  // namespace warpscope::gpu
