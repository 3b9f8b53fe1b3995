// Device memory of this process, and of another one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cuda/owned.h"

namespace warpscope::cuda {

/// Bytes free and in all on the current device.
struct MemoryInfo {
  std::uint64_t free = 0, total = 0;
};
[[nodiscard]] Expected<MemoryInfo> memory_info(const Functions& functions);

/// What cuIpcGetMemHandle gives: bytes that another process on the same machine opens.
using IpcHandle = std::array<std::byte, CU_IPC_HANDLE_SIZE>;

class DeviceMemory {
 public:
  DeviceMemory() = default;
  /// At least 256-byte aligned. No bytes, no memory: address 0.
  [[nodiscard]] static Expected<DeviceMemory> allocate(const Functions& functions, std::uint64_t bytes);
  /// The driver carves small allocations out of larger blocks, and hands over the whole block by IPC; rounded up to the
  /// block size (2 MiB) an allocation is alone in its own and starts where the other process sees it start.
  [[nodiscard]] static Expected<DeviceMemory> allocate_shareable(const Functions& functions, std::uint64_t bytes);

  [[nodiscard]] CUdeviceptr address() const noexcept { return memory_.get(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  [[nodiscard]] Expected<IpcHandle> ipc_handle() const;

 private:
  Owned<CUdeviceptr, &Functions::cuMemFree> memory_;
  std::uint64_t bytes_ = 0;
};

/// Memory of this process that the device reads and writes in place, over the bus.
class MappedMemory {
 public:
  MappedMemory() = default;
  /// Zeroed. At least one byte.
  [[nodiscard]] static Expected<MappedMemory> allocate(const Functions& functions, std::uint64_t bytes);

  [[nodiscard]] std::byte* data() const noexcept { return static_cast<std::byte*>(memory_.get()); }
  [[nodiscard]] CUdeviceptr address() const noexcept { return address_; }  ///< of the same bytes, on the device

 private:
  Owned<void*, &Functions::cuMemFreeHost> memory_;
  CUdeviceptr address_ = 0;
};

/// Memory of another process on the same device. It stays readable when the other process faults or ends.
class IpcMemory {
 public:
  IpcMemory() = default;
  /// `handle`: the bytes of an IpcHandle. A context must be current. Not for handles of this same process.
  [[nodiscard]] static Expected<IpcMemory> open(const Functions& functions, std::span<const std::byte> handle);
  [[nodiscard]] CUdeviceptr address() const noexcept { return memory_.get(); }
  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(memory_); }

 private:
  Owned<CUdeviceptr, &Functions::cuIpcCloseMemHandle> memory_;
};

}  // namespace warpscope::cuda
