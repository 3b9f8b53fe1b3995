#include "cuda/graphics.h"

#include <array>

#include "cuda/messages.h"

namespace lanescope::cuda {
namespace {

constexpr unsigned all_devices_of_the_context = 1;  // CU_GL_DEVICE_LIST_ALL of cudaGL.h

Status copy_into_mapped(const Functions& functions, CUgraphicsResource resource, CUdeviceptr source,
                        std::uint64_t bytes, CUstream stream) {
  CUdeviceptr address = 0;
  std::size_t size = 0;
  TRY_STATUS(functions.cuGraphicsResourceGetMappedPointer(&address, &size, resource));
  if (size < bytes) {
    return failure(message<"cuda.opengl_buffer_size">(size, bytes));
  }
  return functions.cuMemcpyDtoDAsync(address, source, bytes, stream);
}

}  // namespace

Expected<std::vector<int>> devices_of_current_gl_context(const Functions& functions) {
  std::array<CUdevice, 16> devices{};
  unsigned count = 0;
  auto got = functions.cuGLGetDevices(&count, devices.data(), static_cast<unsigned>(devices.size()),
                                      all_devices_of_the_context);
  if (!got) {
    // It is an answer and no failure that no CUDA device draws for the context.
    if (got.error().kind == FaultKind::no_device) return std::vector<int>{};
    return failure(got.error());
  }
  // cuDeviceGet numbers devices by their ordinals, and a CUdevice is that number.
  return std::vector<int>(devices.begin(), devices.begin() + count);
}

Expected<GraphicsBuffer> GraphicsBuffer::register_buffer(const Functions& functions, unsigned buffer) {
  GraphicsBuffer registered;
  TRY_STATUS(registered.resource_.make(functions, functions.cuGraphicsGLRegisterBuffer, buffer,
                                       CU_GRAPHICS_REGISTER_FLAGS_WRITE_DISCARD));
  return registered;
}

Status GraphicsBuffer::copy_from(CUdeviceptr source, std::uint64_t bytes, CUstream stream) const {
  const Functions& functions = *resource_.functions();
  CUgraphicsResource resource = resource_.get();
  TRY_STATUS(functions.cuGraphicsMapResources(1, &resource, stream));
  auto copied = copy_into_mapped(functions, resource, source, bytes, stream);
  auto unmapped = functions.cuGraphicsUnmapResources(1, &resource, stream);
  return copied ? unmapped : copied;
}

}  // namespace lanescope::cuda
