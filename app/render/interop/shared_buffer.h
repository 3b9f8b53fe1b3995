// An OpenGL buffer that is filled from another process: by a copy on the GPU from memory shared through CUDA IPC, or
// with bytes. It finds out at run time which way works, and tells it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/error.h"
#include "render/gl/gl_objects.h"
#include "render/messages.h"

namespace lanescope::render {

class CudaImport;

/// Memory of a worker on the GPU.
struct IpcSource {
  std::span<const std::byte> handle;  ///< the 64 bytes of cuIpcGetMemHandle
  std::string device_uuid;            ///< the UUID of the worker's device, "GPU-..."
  std::uint64_t offset = 0;           ///< bytes from the start of the allocation to the slot
  std::uint64_t bytes = 0;            ///< the number of bytes to copy
};

/// Grows as needed and keeps its contents only from update to update. The first update_from_ipc() opens CUDA, so a
/// window without a shared GPU never does. All calls belong on the thread of the context.
class SharedBuffer {
 public:
  /// transport() of bytes that came although nothing is known to prevent IPC.
  [[nodiscard]] static Message sent_as_bytes();

  [[nodiscard]] static Expected<SharedBuffer> create(std::uint64_t bytes = 4);
  SharedBuffer(SharedBuffer&&) noexcept;
  SharedBuffer& operator=(SharedBuffer&&) noexcept;
  ~SharedBuffer();

  /// The copy is complete when it returns, so the worker may write its slot again. When it fails, IPC is not possible:
  /// the caller asks the worker for bytes, and transport() tells why. The contents are then undefined.
  [[nodiscard]] Status update_from_ipc(const IpcSource& source);
  [[nodiscard]] Status update_from_bytes(std::span<const std::byte> bytes);
  /// Closes the worker's memory, which must not be freed while it is open here. The next update opens it again. It is
  /// for large memory that the worker allocates anew.
  void close_source();

  /// Returns how the last update came, and why: "CUDA IPC: copied on NVIDIA H200", "bytes: no CUDA driver ...".
  [[nodiscard]] const Message& transport() const noexcept { return transport_; }
  /// Returns whether the last update came by IPC.
  [[nodiscard]] bool by_ipc() const noexcept { return by_ipc_; }

  /// The object may change in an update that grows, so callers do not keep the reference.
  [[nodiscard]] const Buffer& buffer() const noexcept { return buffer_; }
  [[nodiscard]] std::uint64_t filled_bytes() const noexcept { return filled_; }  ///< They are of the last update.

 private:
  explicit SharedBuffer(Buffer buffer) noexcept;
  [[nodiscard]] Status make_room(std::uint64_t bytes);
  [[nodiscard]] tl::unexpected<Error> close_ipc(Error error);
  [[nodiscard]] Status abandon_ipc(const IpcSource& source);

  Buffer buffer_;
  std::uint64_t filled_ = 0;
  Message transport_ = message<"interop.nothing_yet">();
  bool by_ipc_ = false;
  Message no_ipc_ = message<"interop.worker_sends_bytes">();  // the reason for bytes, when bytes came
  std::string refused_uuid_;          // a device that never works with this context; it is not tried again
  std::unique_ptr<CudaImport> cuda_;  // it ends before the buffer that it has registered
};

}  // namespace lanescope::render
