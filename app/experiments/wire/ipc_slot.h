// Where the data of a Result lies while a window on the same GPU copies it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace lanescope::experiments {

/// A part of the worker's GPU memory that is handed over by CUDA IPC. It is complete when its Result is published, and
/// unchanged until the window acknowledges the generation. Without a handle the data is sent as bytes.
struct IpcSlot {
  std::vector<std::byte> handle;  ///< 64 bytes of cuIpcGetMemHandle, or empty
  std::uint64_t offset = 0;       ///< bytes from the start of that memory to the data
  std::uint64_t generation = 0;   ///< number of the acknowledgement; never 0 with a handle
  [[nodiscard]] bool used() const noexcept { return !handle.empty(); }
  friend bool operator==(const IpcSlot&, const IpcSlot&) = default;
};

/// The attachments of a Result that are too large to be sent in it, in the order in which they are sent.
enum class AttachmentKind : std::uint32_t { preview, trace, heat, block_times };
inline constexpr std::size_t attachment_kinds = 4;

}  // namespace lanescope::experiments
