// The CUDA side of a SharedBuffer. It is private to this room.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "cuda/context.h"
#include "cuda/driver.h"
#include "cuda/graphics.h"
#include "cuda/memory.h"

namespace lanescope::render {

/// The primary context of the device that draws for the current OpenGL context, memory of another process, and one
/// OpenGL buffer. The members are destroyed in the reverse of their order, as CUDA needs it.
class CudaImport {
 public:
  /// Fails without a driver, when no CUDA device draws for OpenGL, and when the UUID is that of another device.
  [[nodiscard]] static Expected<CudaImport> open(const std::string& device_uuid);

  /// Copies into the OpenGL buffer and waits for the copy. Handle and buffer stay open for the next time. It fails
  /// (timeout) when OpenGL does not give the buffer up within 5 s. Seen with driver 580.159.04 on H200: after kernels
  /// that ended with a fault, the driver no longer switches between OpenGL and CUDA (Xid 109, CTX SWITCH TIMEOUT). Then
  /// this object must not be destroyed, as that would wait, too.
  [[nodiscard]] Status copy(std::span<const std::byte> handle, std::uint64_t offset, std::uint64_t bytes,
                            std::uint32_t gl_buffer);
  /// Closes the other process's memory, so that process may free it.
  void close_memory();
  /// Must be called before the OpenGL buffer is destroyed.
  void release_gl_buffer();

  [[nodiscard]] const cuda::DeviceInfo& device() const noexcept { return device_; }

 private:
  CudaImport(cuda::Driver driver, cuda::DeviceInfo device, cuda::PrimaryContext context, cuda::Stream stream);
  cuda::Driver driver_;
  cuda::DeviceInfo device_;
  cuda::PrimaryContext context_;
  cuda::Stream stream_;
  std::vector<std::byte> handle_;  // the handle of memory_
  cuda::IpcMemory memory_;
  cuda::GraphicsBuffer registered_;
};

}  // namespace lanescope::render
