// Device memory of this process and of another one, and textures and surfaces on it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "cuda/owned.h"

namespace lanescope::cuda {

/// The free and the total bytes of the current device.
struct MemoryInfo {
  std::uint64_t free = 0, total = 0;
};
[[nodiscard]] Expected<MemoryInfo> memory_info(const Functions& functions);

/// The bytes that cuIpcGetMemHandle returns and that another process on the same machine opens.
using IpcHandle = std::array<std::byte, CU_IPC_HANDLE_SIZE>;

class DeviceMemory {
 public:
  DeviceMemory() = default;
  /// Allocates memory that is aligned to at least 256 bytes. With 0 bytes nothing is allocated and the address is 0.
  [[nodiscard]] static Expected<DeviceMemory> allocate(const Functions& functions, std::uint64_t bytes);
  /// The driver makes small allocations from larger blocks and shares the whole block by IPC. An allocation rounded up
  /// to the block size (2 MiB) has its block for itself and starts where the other process sees it start.
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
  /// Allocates at least one byte, set to zero.
  [[nodiscard]] static Expected<MappedMemory> allocate(const Functions& functions, std::uint64_t bytes);

  [[nodiscard]] std::byte* data() const noexcept { return static_cast<std::byte*>(memory_.get()); }
  [[nodiscard]] CUdeviceptr address() const noexcept { return address_; }  ///< the device's address of the same bytes

 private:
  Owned<void*, &Functions::cuMemFreeHost> memory_;
  CUdeviceptr address_ = 0;
};

/// Memory of another process on the same device. It stays readable when the other process faults or ends.
class IpcMemory {
 public:
  IpcMemory() = default;
  /// `handle` holds the bytes of an IpcHandle of another process. A context must be current.
  [[nodiscard]] static Expected<IpcMemory> open(const Functions& functions, std::span<const std::byte> handle);
  [[nodiscard]] CUdeviceptr address() const noexcept { return memory_.get(); }
  [[nodiscard]] explicit operator bool() const noexcept { return static_cast<bool>(memory_); }

 private:
  Owned<CUdeviceptr, &Functions::cuIpcCloseMemHandle> memory_;
};

/// An array in the memory layout for texture fetches. Height 0 makes it one-dimensional.
class Array {
 public:
  Array() = default;
  /// for_surface: kernels may read and write it as a surface, too.
  [[nodiscard]] static Expected<Array> create(const Functions& functions, CUarray_format format, std::uint64_t width,
                                              std::uint64_t height, bool for_surface = false);
  /// Copies `rows` rows of `row_bytes` bytes from `source`, where they lie one after the other.
  [[nodiscard]] Status copy_from(CUdeviceptr source, std::uint64_t row_bytes, std::uint64_t rows,
                                 CUstream stream) const;
  /// Copies the rows back to `destination`, where they come to lie one after the other.
  [[nodiscard]] Status copy_to(CUdeviceptr destination, std::uint64_t row_bytes, std::uint64_t rows,
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
  /// Returns the kernel argument.
  [[nodiscard]] CUtexObject get() const noexcept { return texture_.get(); }

 private:
  Owned<CUtexObject, &Functions::cuTexObjectDestroy> texture_;
};

class SurfaceObject {
 public:
  SurfaceObject() = default;
  /// `resource` is an array that was made for a surface.
  [[nodiscard]] static Expected<SurfaceObject> create(const Functions& functions, const CUDA_RESOURCE_DESC& resource);
  /// Returns the kernel argument.
  [[nodiscard]] CUsurfObject get() const noexcept { return surface_.get(); }

 private:
  Owned<CUsurfObject, &Functions::cuSurfObjectDestroy> surface_;
};

}  // namespace lanescope::cuda
