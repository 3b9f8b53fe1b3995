#include "cuda/memory.h"

#include <cstring>

#include "base/rounding.h"
#include "cuda/messages.h"

namespace lanescope::cuda {
namespace {

constexpr std::uint64_t ipc_block_bytes = std::uint64_t{2} << 20;

}  // namespace

Expected<MemoryInfo> memory_info(const Functions& functions) {
  std::size_t free = 0;
  std::size_t total = 0;
  TRY_STATUS(functions.cuMemGetInfo(&free, &total));
  return MemoryInfo{free, total};
}

Expected<DeviceMemory> DeviceMemory::allocate(const Functions& functions, std::uint64_t bytes) {
  DeviceMemory memory;
  if (bytes == 0) return memory;
  TRY_STATUS(memory.memory_.make(functions, functions.cuMemAlloc, bytes));
  memory.bytes_ = bytes;
  return memory;
}

Expected<DeviceMemory> DeviceMemory::allocate_shareable(const Functions& functions, std::uint64_t bytes) {
  return allocate(functions, round_up(bytes, ipc_block_bytes));
}

Expected<IpcHandle> DeviceMemory::ipc_handle() const {
  if (!memory_) return failure(message<"cuda.empty_allocation_not_shared">());
  CUipcMemHandle handle{};
  TRY_STATUS(memory_.functions()->cuIpcGetMemHandle(&handle, memory_.get()));
  IpcHandle bytes{};
  static_assert(sizeof(handle) == sizeof(bytes));
  std::memcpy(bytes.data(), &handle, sizeof(handle));
  return bytes;
}

Expected<MappedMemory> MappedMemory::allocate(const Functions& functions, std::uint64_t bytes) {
  MappedMemory memory;
  TRY_STATUS(memory.memory_.make(functions, functions.cuMemHostAlloc, bytes, CU_MEMHOSTALLOC_DEVICEMAP));
  TRY_STATUS(functions.cuMemHostGetDevicePointer(&memory.address_, memory.data(), 0));
  std::memset(memory.data(), 0, bytes);
  return memory;
}

Expected<IpcMemory> IpcMemory::open(const Functions& functions, std::span<const std::byte> handle) {
  CUipcMemHandle copy{};
  if (handle.size() != sizeof(copy)) {
    return failure(message<"cuda.ipc_handle_size">(handle.size(), sizeof(copy)));
  }
  std::memcpy(&copy, handle.data(), sizeof(copy));
  IpcMemory memory;
  TRY_STATUS(memory.memory_.make(functions, functions.cuIpcOpenMemHandle, copy, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  return memory;
}

Expected<Array> Array::create(const Functions& functions, CUarray_format format, std::uint64_t width,
                              std::uint64_t height, bool for_surface) {
  CUDA_ARRAY3D_DESCRIPTOR description{};
  description.Width = width;
  description.Height = height;
  description.Format = format;
  description.NumChannels = 1;
  if (for_surface) description.Flags = CUDA_ARRAY3D_SURFACE_LDST;
  Array array;
  TRY_STATUS(array.array_.make(functions, functions.cuArray3DCreate, &description));
  return array;
}

Status Array::copy_from(CUdeviceptr source, std::uint64_t row_bytes, std::uint64_t rows, CUstream stream) const {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.srcDevice = source;
  copy.srcPitch = row_bytes;
  copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.dstArray = array_.get();
  copy.WidthInBytes = row_bytes;
  copy.Height = rows;
  return array_.functions()->cuMemcpy2DAsync(&copy, stream);
}

Status Array::copy_to(CUdeviceptr destination, std::uint64_t row_bytes, std::uint64_t rows, CUstream stream) const {
  CUDA_MEMCPY2D copy{};
  copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
  copy.srcArray = array_.get();
  copy.dstMemoryType = CU_MEMORYTYPE_DEVICE;
  copy.dstDevice = destination;
  copy.dstPitch = row_bytes;
  copy.WidthInBytes = row_bytes;
  copy.Height = rows;
  return array_.functions()->cuMemcpy2DAsync(&copy, stream);
}

Expected<TextureObject> TextureObject::create(const Functions& functions, const CUDA_RESOURCE_DESC& resource,
                                              const CUDA_TEXTURE_DESC& description) {
  TextureObject texture;
  TRY_STATUS(texture.texture_.make(functions, functions.cuTexObjectCreate, &resource, &description, nullptr));
  return texture;
}

Expected<SurfaceObject> SurfaceObject::create(const Functions& functions, const CUDA_RESOURCE_DESC& resource) {
  SurfaceObject surface;
  TRY_STATUS(surface.surface_.make(functions, functions.cuSurfObjectCreate, &resource));
  return surface;
}

}  // namespace lanescope::cuda
