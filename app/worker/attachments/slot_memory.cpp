#include "worker/attachments/slot_memory.h"

#include <utility>

namespace warpscope::worker {

Status SlotMemory::reserve(std::uint32_t allocation, std::uint64_t bytes) {
  cuda::DeviceMemory& memory = memory_.at(allocation);
  if (bytes <= memory.bytes()) return {};
  memory = {};  // first give back: old and new together might not fit
  TRY(memory, gpu::during("reserving memory for what the window shows",
                          cuda::DeviceMemory::allocate_shareable(*functions_, bytes)));
  handles_.at(allocation).clear();
  if (const auto handle = memory.ipc_handle()) handles_.at(allocation).assign(handle->begin(), handle->end());
  return {};
}

lab::IpcSlot SlotMemory::share(std::uint32_t allocation, std::uint64_t offset, std::uint64_t generation) const {
  const std::vector<std::byte>& handle = handles_.at(allocation);
  return handle.empty() ? lab::IpcSlot{} : lab::IpcSlot{handle, offset, generation};
}

}  // namespace warpscope::worker
