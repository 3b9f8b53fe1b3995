#include "cuda/memory.h"

#include <cstring>

namespace warpscope::cuda {
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
  return allocate(functions, (bytes + ipc_block_bytes - 1) / ipc_block_bytes * ipc_block_bytes);
}

Expected<IpcHandle> DeviceMemory::ipc_handle() const {
  if (!memory_) return failure("an allocation of 0 bytes cannot be shared");
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
    return failure(fmt::format("an IPC handle has {} bytes, this one {}", sizeof(copy), handle.size()));
  }
  std::memcpy(&copy, handle.data(), sizeof(copy));
  IpcMemory memory;
  TRY_STATUS(memory.memory_.make(functions, functions.cuIpcOpenMemHandle, copy, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS));
  return memory;
}

}  // namespace warpscope::cuda
