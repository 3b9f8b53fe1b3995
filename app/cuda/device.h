// What a device says of itself.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "cuda/call.h"

namespace warpscope::cuda {

struct Functions;

struct DeviceInfo {
  int ordinal = 0;
  std::string name;
  std::string uuid;  ///< "GPU-xxxxxxxx-xxxx-...", as nvidia-smi prints it
  int compute_major = 0, compute_minor = 0;
  int sm_count = 0;
  int max_threads_per_block = 0, max_threads_per_sm = 0;
  std::array<std::uint32_t, 3> max_block{}, max_grid{};  ///< per dimension: x, y, z
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  std::uint64_t shared_bytes_per_block = 0, shared_bytes_per_block_optin = 0, shared_bytes_per_sm = 0;
  std::uint64_t linear_texture_elements = 0;  ///< most elements of a texture on plain memory
  bool cooperative_launch = false;
  double memory_clock_khz = 0, sm_clock_khz = 0;
  int memory_bus_bits = 0;
  double peak_gb_per_s = 0;  ///< 2 * memory clock * bus width / 8, 0 when the attributes are not there
};

[[nodiscard]] Expected<DeviceInfo> device_info(const Functions& functions, int ordinal);

/// "GPU-6fd3d3a1-..." from the 16 bytes of the driver.
[[nodiscard]] std::string uuid_text(const CUuuid& uuid);

/// Theoretical bandwidth in GB/s (10^9 bytes) of double data rate memory; 0 when clock or width is not known.
[[nodiscard]] double peak_gb_per_s(double memory_clock_khz, int bus_bits);

}  // namespace warpscope::cuda
