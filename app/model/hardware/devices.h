// Data sheets of GPUs, for a machine that has none of them (or has another one).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace warpscope::model {

/// What a streaming multiprocessor has to share out among blocks: all that occupancy depends on. The same fields come
/// from the attributes of a device that is there.
struct MultiprocessorLimits {
  int compute_major = 0, compute_minor = 0;
  int max_threads_per_block = 0;
  int max_threads = 0;                               ///< resident, a multiprocessor
  int registers_per_block = 0;                       ///< of 32 bits
  int registers = 0;                                 ///< a multiprocessor
  std::int64_t shared_bytes_per_block = 0;           ///< without asking
  std::int64_t shared_bytes_per_block_optin = 0;     ///< at most, when the launch asks for it
  std::int64_t shared_bytes = 0;                     ///< a multiprocessor
  std::int64_t reserved_shared_bytes_per_block = 0;  ///< that the system keeps
};

/// One GPU as its maker describes it: *theoretical* numbers, not measured ones.
struct DataSheet {
  std::string name;                ///< "H200"
  std::string compute_capability;  ///< "9.0"
  int sm_count = 0;
  double clock_mhz = 0;         ///< boost clock; of the shader cores where they have their own
  double gb_per_s = 0;          ///< of the memory, 10^9 bytes
  double fp32_gflop_per_s = 0;  ///< a multiply-add counts as two
  std::int64_t l2_bytes = 0;    ///< 0: none
  friend bool operator==(const DataSheet&, const DataSheet&) = default;
};

struct DeviceSheet : DataSheet {
  int compute_major = 0, compute_minor = 0;
  std::optional<MultiprocessorLimits> limits;  ///< empty: too old for CUDA's occupancy calculator
};

/// Newest first.
[[nodiscard]] std::span<const DeviceSheet> device_sheets();

/// "H200", "rtx 4090", "NVIDIA GeForce RTX 4090": by the sheet's name, letters of either case, as a whole or at the
/// end. Null: there is none.
[[nodiscard]] const DeviceSheet* device_sheet(std::string_view name);

/// For a compute capability alone: the sheet of that capability that is listed first, or null.
[[nodiscard]] const DeviceSheet* device_sheet(int compute_major, int compute_minor);

}  // namespace warpscope::model
