#include "worker/attachments/slot_memory.h"

#include <algorithm>
#include <utility>

#include <unistd.h>

#include "worker/messages.h"

namespace lanescope::worker {

Status SlotMemory::reserve(std::uint32_t allocation, std::uint64_t bytes) {
  cuda::DeviceMemory& memory = memory_.at(allocation);
  if (bytes <= memory.bytes()) return {};
  memory = {};  // freed first, because old and new together might not fit
  TRY(memory,
      gpu::with_context<"doing.reserving_shown_memory">(cuda::DeviceMemory::allocate_shareable(*functions_, bytes)));
  handles_.at(allocation).clear();
  if (const auto handle = memory.ipc_handle()) handles_.at(allocation).assign(handle->begin(), handle->end());
  return {};
}

experiments::IpcSlot SlotMemory::share(std::uint32_t allocation, std::uint64_t offset, std::uint64_t generation) const {
  const std::vector<std::byte>& handle = handles_.at(allocation);
  return handle.empty() ? experiments::IpcSlot{} : experiments::IpcSlot{handle, offset, generation};
}

std::optional<SlotLedger::Reservation> SlotLedger::reserve(experiments::AttachmentKind kind) {
  const std::lock_guard lock(mutex_);
  Slots& of_kind = taken_.at(static_cast<std::size_t>(kind));
  const auto free = std::find(of_kind.begin(), of_kind.end(), std::uint64_t{0});
  if (free == of_kind.end()) return std::nullopt;
  *free = next_++;
  return Reservation{static_cast<std::uint32_t>(free - of_kind.begin()), *free};
}

void SlotLedger::release(std::uint64_t generation) {
  const std::lock_guard lock(mutex_);
  for (Slots& of_kind : taken_) std::replace(of_kind.begin(), of_kind.end(), generation, std::uint64_t{0});
}

std::uint64_t first_generation() {
  return (static_cast<std::uint64_t>(getpid()) << 32) + 1;
}

}  // namespace lanescope::worker
