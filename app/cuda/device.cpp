#include "cuda/device.h"

#include <algorithm>
#include <vector>

#include "base/narrow.h"
#include "cuda/functions.h"

namespace lanescope::cuda {
namespace {

/// Returns 0 for an attribute that this driver or device lacks, because no attribute is worth a failure.
int attribute(const Functions& functions, CUdevice device, CUdevice_attribute which) {
  int value = 0;
  return functions.cuDeviceGetAttribute.call_noexcept(&value, which, device) == CUDA_SUCCESS ? std::max(value, 0) : 0;
}

}  // namespace

Expected<DeviceInfo> device_info(const Functions& functions, int ordinal) {
  CUdevice device = 0;
  TRY_STATUS(functions.cuDeviceGet(&device, ordinal));
  DeviceInfo info;
  info.ordinal = ordinal;
  std::array<char, 256> name{};
  TRY_STATUS(functions.cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, device));
  info.name = name.data();
  CUuuid uuid{};
  if (functions.cuDeviceGetUuid.call_noexcept(&uuid, device) == CUDA_SUCCESS) info.uuid = uuid_text(uuid);
  std::size_t memory = 0;
  TRY_STATUS(functions.cuDeviceTotalMem(&memory, device));
  info.memory_bytes = memory;

  const auto value = [&](CUdevice_attribute which) { return attribute(functions, device, which); };
  const auto size = [&](CUdevice_attribute which) { return narrow_or_throw<std::uint32_t>(value(which)); };
  info.compute_major = value(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
  info.compute_minor = value(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
  info.sm_count = value(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT);
  info.max_threads_per_block = value(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK);
  info.max_threads_per_sm = value(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR);
  info.max_block = {size(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X), size(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y),
                    size(CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z)};
  info.max_grid = {size(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X), size(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y),
                   size(CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z)};
  info.l2_bytes = size(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
  info.shared_bytes_per_block = size(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK);
  info.shared_bytes_per_block_optin =
      std::max(info.shared_bytes_per_block, std::uint64_t{size(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)});
  info.shared_bytes_per_sm = size(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR);
  info.max_texture_1d_linear = size(CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH);
  info.cooperative_launch = value(CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH) != 0;
  info.memory_clock_khz = value(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE);
  info.sm_clock_khz = value(CU_DEVICE_ATTRIBUTE_CLOCK_RATE);
  info.memory_bus_bits = value(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH);
  info.peak_gb_per_s = peak_gb_per_s(info.memory_clock_khz, info.memory_bus_bits);
  return info;
}

std::string uuid_text(const CUuuid& uuid) {
  std::string text = "GPU-";
  for (std::size_t i = 0; i < sizeof(uuid.bytes); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", static_cast<unsigned char>(uuid.bytes[i]));
  }
  return text;
}

double peak_gb_per_s(double memory_clock_khz, int bus_bits) {
  return 2 * memory_clock_khz * 1e3 * bus_bits / 8 * 1e-9;
}

}  // namespace lanescope::cuda
