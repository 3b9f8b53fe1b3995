// GPU memory that attachments are handed over in, and which slots of it the window may still be reading.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "cuda/memory.h"
#include "gpu/failure.h"
#include "lab/wire/ipc_slot.h"

namespace warpscope::worker {

/// Three slots for each kind of attachment, each free again when the window says that it has copied it. Safe to use
/// from several threads.
class SlotLedger {
 public:
  static constexpr std::uint32_t slots = 3;

  /// A free slot of that kind, taken under a new generation; empty when the window has all of them.
  struct Taken {
    std::uint32_t slot = 0;
    std::uint64_t generation = 0;
  };
  [[nodiscard]] std::optional<Taken> take(lab::AttachmentKind kind);
  /// What was handed over under this generation was copied, or never handed over.
  void give_back(std::uint64_t generation);

  /// Generations rise from here. Those of another worker should not be met again: see first_generation().
  explicit SlotLedger(std::uint64_t first) : next_(first) {}

 private:
  using Slots = std::array<std::uint64_t, slots>;
  std::mutex mutex_;
  std::uint64_t next_;
  std::array<Slots, lab::attachment_kinds> taken_{};  ///< generation in each slot; 0: free
};

/// Differs from process to process, so that a window never takes a new worker's first picture for an old one's.
[[nodiscard]] std::uint64_t first_generation();

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
