// The heap of device code: what malloc, free, new and delete of a kernel work on. It lasts for a whole plan.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>

#include "emulator/memory/memory.h"

namespace lanescope::emulator {

/// Addresses of the heap lie behind those of all other global memory.
inline constexpr std::uint64_t heap_window = 0x800000000000;

/// Each allocation is a region of its own, so that bounds, uninitialised bytes and races are found as in buffers. An
/// address follows from the thread that allocates and what it allocated before, and none is given twice: results do not
/// depend on the order of threads, and a use after free is seen. It is used by one of our threads only.
class DeviceHeap {
 public:
  /// What cudaLimitMallocHeapSize is before a program changes it.
  static constexpr std::uint64_t heap_bytes = std::uint64_t{8} << 20;
  static constexpr std::uint64_t alignment = 16;

  struct Allocation {
    Region region;  ///< without bytes once it is freed
    std::uint64_t bytes = 0;
    Message freed_by{};  ///< who freed it and where; empty while it is alive
  };

  /// `trace_buffer`: the number of the heap among the buffers of a trace.
  explicit DeviceHeap(std::uint32_t trace_buffer) : trace_buffer_(trace_buffer) { holes_[0] = heap_bytes; }

  /// Returns null when no hole of the heap has so many bytes. thread: its number in the grid.
  [[nodiscard]] Region* allocate(std::uint64_t thread, std::uint64_t bytes, Message name);
  void free(Allocation& allocation, Message by);

  /// Returns the allocation, alive or freed, whose bytes hold the address; null where there is none.
  [[nodiscard]] Allocation* find(std::uint64_t address) const;
  /// Returns the living region nearest to the address; null when nothing is allocated.
  [[nodiscard]] const Region* nearest(std::uint64_t address) const;
  [[nodiscard]] const std::map<std::uint64_t, std::unique_ptr<Allocation>>& allocations() const { return allocations_; }

  /// New allocations are watched for races, by cells of 2^shift bytes; nothing: they are not.
  void watch(std::optional<std::uint32_t> shift) { watch_shift_ = shift; }

 private:
  [[nodiscard]] std::uint64_t address_for(std::uint64_t thread, std::uint64_t bytes);

  std::uint32_t trace_buffer_;
  std::map<std::uint64_t, std::unique_ptr<Allocation>> allocations_;  ///< by address
  std::deque<std::uint64_t> freed_;                                   ///< addresses, the oldest first
  std::map<std::uint64_t, std::uint64_t> holes_;                      ///< of the heap's bytes: first byte and size
  std::unordered_map<std::uint64_t, std::uint64_t> used_;             ///< bytes of a thread's arena
  std::uint64_t common_used_ = 0;
  std::optional<std::uint32_t> watch_shift_;
};

}  // namespace lanescope::emulator
