// GPU memory that pictures are handed over in: three slots of one allocation, each free again when the window says that
// it has copied it.
#pragma once

#include <array>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "cuda/memory.h"
#include "gpu/failure.h"
#include "lab/result.h"

namespace warpscope::worker {

/// Which slots a window may still be reading. Safe to use from several threads.
class SlotLedger {
 public:
  static constexpr std::uint32_t slots = 3;

  /// A free slot, taken under a new generation; empty when the window has all of them.
  struct Taken {
    std::uint32_t slot = 0;
    std::uint64_t generation = 0;
  };
  [[nodiscard]] std::optional<Taken> take();
  /// The picture of this generation was copied, or never handed over.
  void give_back(std::uint64_t generation);

  /// Generations rise from here. Those of another worker should not be met again: see first_generation().
  explicit SlotLedger(std::uint64_t first) : next_(first) {}

 private:
  std::mutex mutex_;
  std::uint64_t next_;
  std::array<std::uint64_t, slots> held_{};  ///< generation in each slot; 0: free
};

/// Differs from process to process, so that a window never takes a new worker's first picture for an old one's.
[[nodiscard]] std::uint64_t first_generation();
/// The same of another ledger, whose generations are never those of the first.
[[nodiscard]] std::uint64_t first_heat_generation();

/// The slots, and room for one picture that travels as bytes. Made on first use; must end before the context does.
class PreviewMemory {
 public:
  static constexpr std::uint32_t slot_extent = 512;   ///< most width and height of a picture in a slot
  static constexpr std::uint32_t bytes_extent = 256;  ///< of one that travels as bytes

  explicit PreviewMemory(const cuda::Functions& functions) : functions_(&functions) {}

  /// Allocates once. Failure: no memory.
  [[nodiscard]] gpu::Outcome<void> prepare();
  /// For the window; empty where the driver has no IPC (WSL, containers without it).
  [[nodiscard]] const std::vector<std::byte>& ipc_handle() const noexcept { return handle_; }
  [[nodiscard]] std::uint64_t slot_address(std::uint32_t slot) const;
  [[nodiscard]] std::uint64_t bytes_address() const;
  [[nodiscard]] gpu::Outcome<std::vector<float>> read(std::uint64_t address, std::uint64_t count) const;

 private:
  const cuda::Functions* functions_;
  cuda::DeviceMemory memory_;
  std::vector<std::byte> handle_;
};

}  // namespace warpscope::worker
