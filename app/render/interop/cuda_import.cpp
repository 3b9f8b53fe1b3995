#include "render/interop/cuda_import.h"

#include <glad/gl.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>

#include "render/messages.h"

namespace lanescope::render {

Expected<CudaImport> CudaImport::open(const std::string& device_uuid) {
  // OpenGL is asked first, because for a window on another driver CUDA would cost time and memory for nothing.
  const auto text = [](GLenum name) { return std::string(reinterpret_cast<const char*>(glGetString(name))); };
  if (text(GL_VENDOR).find("NVIDIA") == std::string::npos) {
    return failure(message<"interop.not_nvidia">(text(GL_RENDERER)));
  }
  TRY(auto driver, cuda::Driver::open());
  const cuda::Functions& functions = driver.functions();
  TRY(const auto drawing, cuda::devices_of_current_gl_context(functions));
  if (drawing.empty()) return failure(message<"interop.no_cuda_device">());

  TRY(const auto devices, driver.devices());
  const auto device = std::find_if(devices.begin(), devices.end(), [&](const cuda::DeviceInfo& candidate) {
    return candidate.uuid == device_uuid &&
           std::find(drawing.begin(), drawing.end(), candidate.ordinal) != drawing.end();
  });
  if (device == devices.end()) {
    return failure(message<"interop.other_gpu">(device_uuid));
  }
  TRY(auto context, cuda::PrimaryContext::retain(functions, device->ordinal));
  TRY(auto stream, cuda::Stream::create(functions));
  return CudaImport(std::move(driver), *device, std::move(context), std::move(stream));
}

CudaImport::CudaImport(cuda::Driver driver, cuda::DeviceInfo device, cuda::PrimaryContext context, cuda::Stream stream)
    : driver_(std::move(driver)),
      device_(std::move(device)),
      context_(std::move(context)),
      stream_(std::move(stream)) {}

Status CudaImport::copy(std::span<const std::byte> handle, std::uint64_t offset, std::uint64_t bytes,
                        std::uint32_t gl_buffer) {
  const cuda::Functions& functions = driver_.functions();
  TRY_STATUS(context_.make_current());
  if (!memory_ || !std::equal(handle.begin(), handle.end(), handle_.begin(), handle_.end())) {
    // A worker's allocation cannot be opened twice, and a new one means that the old one is no longer used.
    memory_ = {};
    TRY(memory_, cuda::IpcMemory::open(functions, handle));
    handle_.assign(handle.begin(), handle.end());
  }
  if (!registered_) {
    TRY(registered_, cuda::GraphicsBuffer::register_buffer(functions, gl_buffer));
  }
  TRY_STATUS(registered_.copy_from(memory_.address() + offset, bytes, stream_.get()));
  // The worker may write its slot again only after the copy.
  constexpr std::chrono::seconds limit(5);  // a copy takes milliseconds
  TRY_STATUS(stream_.synchronize(limit));
  return {};
}

void CudaImport::close_memory() {
  memory_ = {};
  handle_.clear();
}

void CudaImport::release_gl_buffer() {
  registered_ = {};
}

}  // namespace lanescope::render
