// Memory that all blocks share: the buffers of a plan and the variables of a module. Each has exact bounds and, where
// needed, a shadow that knows which words were written.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/checks/access_shadow.h"
#include "emulator/checks/block_conflicts.h"
#include "emulator/memory/lazy_bytes.h"

namespace lanescope::emulator {

/// The starts of the windows of generic addresses. They do not overlap, and the first digits of an address tell its
/// window.
inline constexpr std::uint64_t global_window = 0x7f0000000000;
inline constexpr std::uint64_t shared_window = 0x7e0000000000;
inline constexpr std::uint64_t local_window = 0x7d0000000000;
inline constexpr std::uint64_t parameter_window = 0x7c0000000000;
inline constexpr std::uint64_t function_window = 0x7b0000000000;  ///< addresses of device functions
/// What the system keeps for the barrier of a cooperative grid.
inline constexpr std::uint64_t grid_barrier_bytes = 256;
inline constexpr std::uint64_t window_bytes = std::uint64_t{1} << 32;  ///< of the windows below global
/// An address of shared memory has the byte in its low 24 bits. Above them stands 0 for the block's own memory, or one
/// more than the rank of another block of the cluster.
inline constexpr unsigned rank_shift = 24;
inline constexpr std::uint64_t block_window_bytes = std::uint64_t{1} << rank_shift;

/// One buffer or variable.
struct Region {
  Message name;  ///< a message where the kernel file has no name for it, as for an allocation of the device heap
  std::uint64_t base = 0, bytes = 0;
  bool read_only = false;          ///< constant variables
  std::uint32_t trace_buffer = 0;  ///< index into Trace::buffers
  std::uint64_t trace_base = 0;    ///< its first byte in that buffer; not 0 only for allocations of the device heap
  bool allocated = false;          ///< by malloc of device code, so that it can end before the launch does
  LazyBytes data;
  /// One byte per 4-byte word, with bits 0 to 3 for its written bytes. When empty, all bytes count as written.
  LazyBytes written;
  /// Conflicts between blocks in a launch with concurrent blocks that writes here, as far as its text says.
  BlockConflicts conflicts;
  /// In a launch that writes here: who accessed which word. Null: not watched.
  std::unique_ptr<AccessShadow> shadow;
  bool any_order = false;  ///< all threads write the same into it, so races do not matter
  bool only_read = false;  ///< in a launch with concurrent blocks: a write here has it run anew, without them
  /// Fills elements of a page when it is first touched; empty: the data is complete.
  std::function<void(std::uint64_t first_byte, std::uint64_t bytes)> fill;
  std::vector<std::uint8_t> filled;  ///< by page; empty when all are

  /// Returns the name for a message about the region.
  [[nodiscard]] MessageArgument title() const {
    if (name.id().empty()) return MessageArgument(name.text());
    return MessageArgument(name);
  }
  [[nodiscard]] bool contains(std::uint64_t address, std::uint64_t width) const {
    return address - base < bytes && width <= bytes - (address - base);
  }
};
inline constexpr std::uint64_t page_bytes = 4096;

class DeviceHeap;

/// The gap between regions: an access slightly outside a buffer hits nothing, as with the guard zones of the GPU.
inline constexpr std::uint64_t guard_gap = std::uint64_t{64} << 10;
/// The gap where it is measured how far accesses reach past the end of a buffer.
inline constexpr std::uint64_t reach_gap = std::uint64_t{4} << 30;

class Memory {
 public:
  explicit Memory(std::uint64_t gap = guard_gap);
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// Adds a region after the last one, with a gap between. The reference stays valid.
  Region& add(Message name, std::uint64_t bytes);

  /// Returns the region that holds the address, or null.
  [[nodiscard]] Region* find(std::uint64_t address) const;
  /// Returns the region nearest to an address outside all regions; null when there is no region.
  [[nodiscard]] const Region* nearest(std::uint64_t address) const;
  /// Returns the last region that begins at or before the address; null when none does.
  [[nodiscard]] Region* preceding(std::uint64_t address) const;
  [[nodiscard]] const std::vector<std::unique_ptr<Region>>& regions() const { return regions_; }
  /// Returns all regions and the living allocations of the heap.
  [[nodiscard]] std::vector<Region*> all() const;

  /// Adds the heap of device code. What it holds is shown in a trace as one buffer.
  void add_heap();
  /// Null without add_heap().
  [[nodiscard]] DeviceHeap* heap() const { return heap_.get(); }

 private:
  std::vector<std::unique_ptr<Region>> regions_;  ///< by rising base
  std::uint64_t gap_;                             ///< in bytes
  std::uint64_t next_ = global_window;
  std::unique_ptr<DeviceHeap> heap_;
};

/// Fills the pages of [offset, offset + bytes) that are not filled yet.
void fill_pages(Region& region, std::uint64_t offset, std::uint64_t bytes);

/// Marks the bytes as written.
inline void mark_written(const Region& region, std::uint64_t offset, std::uint64_t width) {
  auto* shadow = reinterpret_cast<std::uint8_t*>(region.written.data());
  if (width % 4 == 0 && offset % 4 == 0) {
    for (std::uint64_t word = 0; word < width / 4; ++word) shadow[offset / 4 + word] = 0xf;
    return;
  }
  // Another block may mark the other bytes of this word at the same time.
  for (std::uint64_t byte = offset; byte < offset + width; ++byte) {
    std::atomic_ref<std::uint8_t>(shadow[byte / 4])
        .fetch_or(static_cast<std::uint8_t>(1u << (byte % 4)), std::memory_order_relaxed);
  }
}

/// Whether all the bytes were written.
[[nodiscard]] inline bool was_written(const Region& region, std::uint64_t offset, std::uint64_t width) {
  const auto* shadow = reinterpret_cast<const std::uint8_t*>(region.written.data());
  if (width % 4 == 0 && offset % 4 == 0) {
    for (std::uint64_t word = 0; word < width / 4; ++word) {
      if (shadow[offset / 4 + word] != 0xf) return false;
    }
    return true;
  }
  for (std::uint64_t byte = offset; byte < offset + width; ++byte) {
    if ((shadow[byte / 4] >> (byte % 4) & 1u) == 0) return false;
  }
  return true;
}

/// Checks many bytes, a multiple of 4, at once.
[[nodiscard]] inline bool all_written(const Region& region, std::uint64_t offset, std::uint64_t bytes) {
  const auto* shadow = reinterpret_cast<const std::uint8_t*>(region.written.data()) + offset / 4;
  std::uint8_t every = 0xf;
  for (std::uint64_t word = 0; word < bytes / 4; ++word) every &= shadow[word];
  return every == 0xf;
}

}  // namespace lanescope::emulator
