// GPU memory through which attachments are handed over, and the slots of it that the window may still read.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "cuda/memory.h"
#include "experiments/wire/ipc_slot.h"
#include "gpu/failure.h"

namespace lanescope::worker {

/// Three slots for each kind of attachment. A slot is free again when the window says that it has copied the
/// data. The ledger is safe to use from several threads.
class SlotLedger {
 public:
  static constexpr std::uint32_t slots = 3;

  /// A slot that reserve() marks under a new generation. It returns nothing while the window holds all of that kind.
  struct Reservation {
    std::uint32_t slot = 0;
    std::uint64_t generation = 0;
  };
  [[nodiscard]] std::optional<Reservation> reserve(experiments::AttachmentKind kind);
  /// Frees the slot of this generation: its data was copied, or was never handed over.
  void release(std::uint64_t generation);

  /// Generations rise from `first`, which should differ from those of other workers: see first_generation().
  explicit SlotLedger(std::uint64_t first) : next_(first) {}

 private:
  using Slots = std::array<std::uint64_t, slots>;
  std::mutex mutex_;
  std::uint64_t next_;
  std::array<Slots, experiments::attachment_kinds> taken_{};  ///< generation in each slot; 0 when it is free
};

/// The number differs between processes, so that a window never takes a new worker's first picture for an old one's.
[[nodiscard]] std::uint64_t first_generation();

/// Up to three allocations, each as large as the most that was put into it. It must be destroyed before the context is.
class SlotMemory {
 public:
  explicit SlotMemory(const cuda::Functions& functions) : functions_(&functions) {}

  /// Makes room in an allocation. One that is too small is allocated anew; no window may have it open then. It fails
  /// when there is no memory.
  [[nodiscard]] Status reserve(std::uint32_t allocation, std::uint64_t bytes);
  [[nodiscard]] std::uint64_t address(std::uint32_t allocation) const { return memory_.at(allocation).address(); }
  /// Returns the slot for the window. It is not used() where the driver has no IPC (WSL, containers without it).
  [[nodiscard]] experiments::IpcSlot share(std::uint32_t allocation, std::uint64_t offset,
                                           std::uint64_t generation) const;

 private:
  const cuda::Functions* functions_;
  std::array<cuda::DeviceMemory, SlotLedger::slots> memory_;
  std::array<std::vector<std::byte>, SlotLedger::slots> handles_;
};

}  // namespace lanescope::worker
