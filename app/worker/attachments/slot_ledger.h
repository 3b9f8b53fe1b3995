// Which slots of GPU memory the window may still be reading: three for each kind of attachment, each free again when
// the window says that it has copied it.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>

#include "lab/wire/ipc_slot.h"

namespace warpscope::worker {

/// Safe to use from several threads.
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

}  // namespace warpscope::worker
