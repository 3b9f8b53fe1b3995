// Buffers that CUDA and OpenGL share. All calls need the OpenGL context that owns the buffer, current on this thread.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/owned.h"

namespace lanescope::cuda {

/// Returns the ordinals of the CUDA devices that draw for the current OpenGL context. None does with software OpenGL,
/// another vendor's GPU, or the other GPU of a hybrid laptop.
[[nodiscard]] Expected<std::vector<int>> devices_of_current_gl_context(const Functions& functions);

/// An OpenGL buffer registered once for writing by CUDA. It must end before the OpenGL buffer and context do.
class GraphicsBuffer {
 public:
  GraphicsBuffer() = default;
  /// `buffer` is its OpenGL name. Each copy replaces the contents, because the registration discards old contents.
  [[nodiscard]] static Expected<GraphicsBuffer> register_buffer(const Functions& functions, unsigned buffer);

  /// Maps the buffer, copies the first `bytes` bytes from device memory and unmaps it. OpenGL may draw from it at once,
  /// because unmapping orders later OpenGL calls after the copy. It also fails when the buffer is smaller.
  [[nodiscard]] Status copy_from(CUdeviceptr source, std::uint64_t bytes, CUstream stream) const;
  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(resource_); }

 private:
  Owned<CUgraphicsResource, &Functions::cuGraphicsUnregisterResource> resource_;
};

}  // namespace lanescope::cuda
