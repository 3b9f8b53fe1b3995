// GPU memory that attachments are handed over in.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "cuda/memory.h"
#include "gpu/failure.h"
#include "lab/wire/ipc_slot.h"
#include "worker/attachments/slot_ledger.h"

namespace warpscope::worker {

/// Up to three allocations, each as large as what was put into it at most. Must end before the context does.
class SlotMemory {
 public:
  explicit SlotMemory(const cuda::Functions& functions) : functions_(&functions) {}

  /// Room in an allocation. When it has too little it is made anew: then no window may have it open. Failure: no
  /// memory.
  [[nodiscard]] Status reserve(std::uint32_t allocation, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t address(std::uint32_t allocation) const { return memory_.at(allocation).address(); }
  /// For the window; not used() where the driver has no IPC (WSL, containers without it).
  [[nodiscard]] lab::IpcSlot share(std::uint32_t allocation, std::uint64_t offset, std::uint64_t generation) const;

 private:
  const cuda::Functions* functions_;
  std::array<cuda::DeviceMemory, SlotLedger::slots> memory_;
  std::array<std::vector<std::byte>, SlotLedger::slots> handles_;
};

}  // namespace warpscope::worker
