// Data sheets of GPUs, for machines without these GPUs.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace lanescope::model {

/// Resources that a streaming multiprocessor divides among blocks, on which occupancy depends. A present device gives
/// the same fields as attributes.
struct MultiprocessorLimits {
  int compute_major = 0, compute_minor = 0;
  int max_threads_per_block = 0;
  int max_threads = 0;                               ///< resident, per multiprocessor
  int registers_per_block = 0;                       ///< of 32 bits
  int registers = 0;                                 ///< per multiprocessor
  std::int64_t shared_bytes_per_block = 0;           ///< without opt-in
  std::int64_t shared_bytes_per_block_optin = 0;     ///< the most that a launch may ask for
  std::int64_t shared_bytes = 0;                     ///< per multiprocessor
  std::int64_t reserved_shared_bytes_per_block = 0;  ///< which the system keeps
};

/// One GPU as its vendor describes it, in *theoretical* numbers, not measured ones.
struct DataSheet {
  std::string name;                ///< "H200"
  std::string compute_capability;  ///< "9.0"
  int sm_count = 0;
  double clock_mhz = 0;         ///< boost clock, of the shader cores where these have their own
  double gb_per_s = 0;          ///< of the memory, 10^9 bytes
  double fp32_gflop_per_s = 0;  ///< a multiply-add counts as two
  std::int64_t l2_bytes = 0;    ///< 0 when it has none
  friend bool operator==(const DataSheet&, const DataSheet&) = default;
};

struct DeviceSheet : DataSheet {
  int compute_major = 0, compute_minor = 0;
  std::optional<MultiprocessorLimits> limits;  ///< empty when it is too old for CUDA's occupancy calculator
};

/// The newest sheet is first.
[[nodiscard]] std::span<const DeviceSheet> device_sheets();

/// Finds "H200", "rtx 4090", "NVIDIA GeForce RTX 4090" or "NVIDIA H100 80GB HBM3": the name of a sheet is the whole
/// text or its end, but for the memory, in upper or lower case. Returns null when there is none.
[[nodiscard]] const DeviceSheet* device_sheet(std::string_view name);

/// Returns the first listed sheet of a compute capability, or null.
[[nodiscard]] const DeviceSheet* device_sheet(int compute_major, int compute_minor);

}  // namespace lanescope::model
