#include "cuda/memory.h"

#include <cstring>

namespace warpscope::cuda {
namespace {

constexpr std::uint64_t ipc_block_bytes = std::uint64_t{2} << 20;

}  // namespace

Called<MemoryInfo> memory_info(const Functions& functions) {
  std::size_t free = 0;
  std::size_t total = 0;
  if (auto got = functions.cuMemGetInfo(&free, &total); !got) return tl::unexpected(got.error());
  return MemoryInfo{free, total};
}

Called<DeviceMemory> DeviceMemory::allocate(const Functions& functions, std::uint64_t bytes) {
  DeviceMemory memory;
  if (bytes == 0) return memory;
  CUdeviceptr address = 0;
  if (auto made = functions.cuMemAlloc(&address, bytes); !made) return tl::unexpected(made.error());
  memory.memory_ = {functions, address};
  memory.bytes_ = bytes;
  return memory;
}

Called<DeviceMemory> DeviceMemory::allocate_shareable(const Functions& functions, std::uint64_t bytes) {
  return allocate(functions, (bytes + ipc_block_bytes - 1) / ipc_block_bytes * ipc_block_bytes);
}

Called<IpcHandle> DeviceMemory::ipc_handle() const {
  if (!memory_) return tl::unexpected(CallError{CUDA_ERROR_INVALID_VALUE, "an allocation of 0 bytes cannot be shared"});
  CUipcMemHandle handle{};
  if (auto got = memory_.functions()->cuIpcGetMemHandle(&handle, memory_.get()); !got) {
    return tl::unexpected(got.error());
  }
  IpcHandle bytes{};
  static_assert(sizeof(handle) == sizeof(bytes));
  std::memcpy(bytes.data(), &handle, sizeof(handle));
  return bytes;
}

Called<MappedMemory> MappedMemory::allocate(const Functions& functions, std::uint64_t bytes) {
  void* data = nullptr;
  if (auto made = functions.cuMemHostAlloc(&data, bytes, CU_MEMHOSTALLOC_DEVICEMAP); !made) {
    return tl::unexpected(made.error());
  }
  MappedMemory memory;
  memory.memory_ = {functions, data};
  if (auto mapped = functions.cuMemHostGetDevicePointer(&memory.address_, data, 0); !mapped) {
    return tl::unexpected(mapped.error());
  }
  std::memset(data, 0, bytes);
  return memory;
}

Called<IpcMemory> IpcMemory::open(const Functions& functions, std::span<const std::byte> handle) {
  CUipcMemHandle copy{};
  if (handle.size() != sizeof(copy)) {
    return tl::unexpected(CallError{
        CUDA_ERROR_INVALID_VALUE, fmt::format("an IPC handle has {} bytes, this one {}", sizeof(copy), handle.size())});
  }
  std::memcpy(&copy, handle.data(), sizeof(copy));
  CUdeviceptr address = 0;
  if (auto opened = functions.cuIpcOpenMemHandle(&address, copy, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS); !opened) {
    return tl::unexpected(opened.error());
  }
  IpcMemory memory;
  memory.memory_ = {functions, address};
  return memory;
}

}  // namespace warpscope::cuda
