// Buffers that CUDA and OpenGL share. All calls need the OpenGL context that owns the buffer, current on this thread.
#pragma once

#include <cstdint>
#include <vector>

#include "cuda/owned.h"

namespace warpscope::cuda {

/// Ordinals of the CUDA devices that draw for the current OpenGL context; empty when none does (software OpenGL,
/// another vendor's GPU, a hybrid laptop's other one).
[[nodiscard]] Expected<std::vector<int>> devices_of_current_gl_context(const Functions& functions);

/// An OpenGL buffer registered for writing by CUDA. Register once; must end before the OpenGL buffer and context do.
class GraphicsBuffer {
 public:
  GraphicsBuffer() = default;
  /// `buffer`: its OpenGL name. Each copy replaces what it held: the registration discards old contents.
  [[nodiscard]] static Expected<GraphicsBuffer> register_buffer(const Functions& functions, unsigned buffer);

  /// Maps the buffer, copies the first `bytes` bytes from device memory, and unmaps it, so that OpenGL may draw from it
  /// at once: the unmapping orders later OpenGL calls behind the copy. Error also when the buffer is smaller.
  [[nodiscard]] Status fill_from(CUdeviceptr source, std::uint64_t bytes, CUstream stream) const;
  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(resource_); }

 private:
  Owned<CUgraphicsResource, &Functions::cuGraphicsUnregisterResource> resource_;
};

}  // namespace warpscope::cuda
