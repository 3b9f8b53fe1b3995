#include "cuda/graphics.h"

#include <array>

namespace warpscope::cuda {
namespace {

constexpr unsigned all_devices_of_the_context = 1;  // CU_GL_DEVICE_LIST_ALL of cudaGL.h

Called<void> copy_into_mapped(const Functions& functions, CUgraphicsResource resource, CUdeviceptr source,
                              std::uint64_t bytes, CUstream stream) {
  CUdeviceptr address = 0;
  std::size_t size = 0;
  if (auto got = functions.cuGraphicsResourceGetMappedPointer(&address, &size, resource); !got) return got;
  if (size < bytes) {
    return tl::unexpected(CallError{
        CUDA_ERROR_INVALID_VALUE, fmt::format("the OpenGL buffer holds {} bytes, {} were to be copied", size, bytes)});
  }
  return functions.cuMemcpyDtoDAsync(address, source, bytes, stream);
}

}  // namespace

Called<std::vector<int>> devices_of_current_gl_context(const Functions& functions) {
  std::array<CUdevice, 16> devices{};
  unsigned count = 0;
  auto got = functions.cuGLGetDevices(&count, devices.data(), static_cast<unsigned>(devices.size()),
                                      all_devices_of_the_context);
  if (!got) {
    // These two say that the context is not drawn by a CUDA device: an answer, not a failure.
    const CUresult code = got.error().code;
    if (code == CUDA_ERROR_NO_DEVICE || code == CUDA_ERROR_INVALID_GRAPHICS_CONTEXT) return std::vector<int>{};
    return tl::unexpected(got.error());
  }
  // cuDeviceGet numbers devices by their ordinals, and a CUdevice is that number.
  return std::vector<int>(devices.begin(), devices.begin() + count);
}

Called<GraphicsBuffer> GraphicsBuffer::register_buffer(const Functions& functions, unsigned buffer) {
  CUgraphicsResource handle = nullptr;
  auto made = functions.cuGraphicsGLRegisterBuffer(&handle, buffer, CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD);
  if (!made) return tl::unexpected(made.error());
  GraphicsBuffer registered;
  registered.resource_ = {functions, handle};
  return registered;
}

Called<void> GraphicsBuffer::fill_from(CUdeviceptr source, std::uint64_t bytes, CUstream stream) const {
  const Functions& functions = *resource_.functions();
  CUgraphicsResource resource = resource_.get();
  if (auto mapped = functions.cuGraphicsMapResources(1, &resource, stream); !mapped) return mapped;
  auto copied = copy_into_mapped(functions, resource, source, bytes, stream);
  auto unmapped = functions.cuGraphicsUnmapResources(1, &resource, stream);
  return copied ? unmapped : copied;
}

}  // namespace warpscope::cuda
