// The properties that a device reports.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "cuda/call.h"

namespace lanescope::cuda {

struct Functions;

struct DeviceInfo {
  int ordinal = 0;
  std::string name;
  std::string uuid;  ///< "GPU-xxxxxxxx-xxxx-...", as nvidia-smi prints it
  int compute_major = 0, compute_minor = 0;
  int sm_count = 0;
  int max_threads_per_block = 0, max_threads_per_sm = 0;
  std::array<std::uint32_t, 3> max_block{}, max_grid{};  ///< for the dimensions x, y, z
  std::uint64_t memory_bytes = 0, l2_bytes = 0;
  std::uint64_t shared_bytes_per_block = 0, shared_bytes_per_block_optin = 0, shared_bytes_per_sm = 0;
  std::uint64_t max_texture_1d_linear = 0;  ///< elements of a texture on linear memory
  bool cooperative_launch = false;
  double memory_clock_khz = 0, sm_clock_khz = 0;
  int memory_bus_bits = 0;
  double peak_gb_per_s = 0;  ///< 2 * memory clock * bus width / 8; 0 when the attributes are missing.
};

[[nodiscard]] Expected<DeviceInfo> device_info(const Functions& functions, int ordinal);

/// Writes the 16 bytes of the driver as "GPU-6fd3d3a1-...".
[[nodiscard]] std::string uuid_text(const CUuuid& uuid);

/// Returns the theoretical bandwidth in GB/s (10^9 bytes) of DDR memory, 0 when clock or width is not known.
[[nodiscard]] double peak_gb_per_s(double memory_clock_khz, int bus_bits);

}  // namespace lanescope::cuda
