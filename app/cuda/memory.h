// Device memory of this process, and of another one, and textures on it.
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

/// An array in the layout that the texture unit likes. Height 0 makes it one-dimensional.
class Array {
 public:
  Array() = default;
  [[nodiscard]] static Expected<Array> create(const Functions& functions, CUarray_format format, std::uint64_t width,
                                              std::uint64_t height);
  /// Copies `rows` rows of `row_bytes` bytes, one behind the other at `source`, into it.
  [[nodiscard]] Status fill_from(CUdeviceptr source, std::uint64_t row_bytes, std::uint64_t rows,
                                 CUstream stream) const;
  [[nodiscard]] CUarray get() const noexcept { return array_.get(); }

 private:
  Owned<CUarray, &Functions::cuArrayDestroy> array_;
};

class TextureObject {
 public:
  TextureObject() = default;
  [[nodiscard]] static Expected<TextureObject> create(const Functions& functions, const CUDA_RESOURCE_DESC& resource,
                                                      const CUDA_TEXTURE_DESC& description);
  /// What a kernel takes as its argument.
  [[nodiscard]] CUtexObject get() const noexcept { return texture_.get(); }

 private:
  Owned<CUtexObject, &Functions::cuTexObjectDestroy> texture_;
};

}  // namespace warpscope::cuda
