#include "worker/attachments/heat_memory.h"

#include <utility>

namespace warpscope::worker {

gpu::Outcome<void> HeatMemory::reserve(std::uint32_t slot, std::uint64_t bytes) {
  cuda::DeviceMemory& memory = memory_.at(slot);
  if (bytes <= memory.bytes()) return {};
  memory = {};  // first give back: old and new together might not fit
  auto larger = gpu::during("reserving memory for the accesses of the grid",
                            cuda::DeviceMemory::allocate_shareable(*functions_, bytes));
  if (!larger) return tl::unexpected(larger.error());
  memory = std::move(*larger);
  return {};
}

std::vector<std::byte> HeatMemory::ipc_handle(std::uint32_t slot) const {
  const auto handle = memory_.at(slot).ipc_handle();
  if (!handle) return {};
  return {handle->begin(), handle->end()};
}

}  // namespace warpscope::worker
