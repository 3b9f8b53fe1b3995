// An OpenGL buffer that is filled from another process: by a copy on the GPU out of memory shared through CUDA IPC, or
// with bytes. Which of the two is found at run time, and said.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "base/error.h"
#include "render/gl/gl_objects.h"

namespace warpscope::render {

class CudaImport;

/// Memory of a worker on the GPU.
struct IpcSource {
  std::span<const std::byte> handle;  ///< the 64 bytes of cuIpcGetMemHandle
  std::string device_uuid;            ///< of the worker's device: "GPU-..."
  std::uint64_t offset = 0;           ///< bytes from the start of the allocation to the slot
  std::uint64_t bytes = 0;            ///< how many to copy
};

/// Grows as needed and keeps its contents only from update to update. CUDA is opened by the first update_from_ipc,
/// never before: a window without a shared GPU holds none of it. All calls on the thread of the context.
class SharedBuffer {
 public:
  /// path() of bytes that came although nothing is known to stand in the way of IPC.
  static constexpr const char* sent_as_bytes = "bytes: the worker sent them";

  [[nodiscard]] static Expected<SharedBuffer> create(std::uint64_t bytes = 4);
  SharedBuffer(SharedBuffer&&) noexcept;
  SharedBuffer& operator=(SharedBuffer&&) noexcept;
  ~SharedBuffer();

  /// The copy is complete when it returns: the worker may write its slot again. Error: this way is closed; ask the
  /// worker for bytes, and path() will say why. What the buffer holds then is not defined.
  [[nodiscard]] Status update_from_ipc(const IpcSource& source);
  [[nodiscard]] Status update_from_bytes(std::span<const std::byte> bytes);
  /// Closes the worker's memory, which must not end while it is open here. The next update opens it again: for large
  /// ones, that the worker allocates anew.
  void close_source();

  /// How the last update came, and why not otherwise: "CUDA IPC: copied on NVIDIA H200", "bytes: no CUDA driver ...".
  [[nodiscard]] const std::string& path() const noexcept { return path_; }
  /// Whether the last update came by IPC.
  [[nodiscard]] bool by_ipc() const noexcept { return by_ipc_; }

  /// May be another object after an update that had to grow: do not keep it.
  [[nodiscard]] const Buffer& buffer() const noexcept { return buffer_; }
  [[nodiscard]] std::uint64_t filled_bytes() const noexcept { return filled_; }  ///< by the last update

 private:
  explicit SharedBuffer(Buffer buffer) noexcept;
  [[nodiscard]] Status make_room(std::uint64_t bytes);
  [[nodiscard]] tl::unexpected<Error> close_ipc(Error error);

  Buffer buffer_;
  std::uint64_t filled_ = 0;
  std::string path_ = "nothing has been handed over yet";
  bool by_ipc_ = false;
  std::string no_ipc_ = "the worker sent them";  // why bytes, when it is bytes
  std::string refused_uuid_;                     // a device that will never do for this context; it is not asked again
  std::unique_ptr<CudaImport> cuda_;             // ends before the buffer that it has registered
};

}  // namespace warpscope::render
