// GPU memory that the accesses of whole grids are handed over in.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cuda/memory.h"
#include "gpu/failure.h"
#include "worker/attachments/preview_slots.h"

namespace warpscope::worker {

/// An allocation for each slot of a ledger, as large as what was put into it at most. A window has one open only until
/// it acknowledges it (render::SharedBuffer::close_source), so that a free slot may be allocated anew. Must end before
/// the context does.
class HeatMemory {
 public:
  explicit HeatMemory(const cuda::Functions& functions) : functions_(&functions) {}

  /// Room in a slot that the window does not read. Failure: no memory.
  [[nodiscard]] gpu::Outcome<void> reserve(std::uint32_t slot, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t address(std::uint32_t slot) const { return memory_.at(slot).address(); }
  /// For the window; empty where the driver has no IPC.
  [[nodiscard]] std::vector<std::byte> ipc_handle(std::uint32_t slot) const;

 private:
  const cuda::Functions* functions_;
  std::array<cuda::DeviceMemory, SlotLedger::slots> memory_;
};

}  // namespace warpscope::worker
