// The resources that a cubin states for its kernels. NVIDIA does not document the format; the names are those of
// cuobjdump.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "base/error.h"

namespace lanescope::compiler {

/// The resources of one entry point.
struct Resources {
  int registers = 0;              ///< per thread
  std::int64_t shared_bytes = 0;  ///< Static bytes per block, without the 1 KiB that the system reserves from 9.0 on.
  std::int64_t local_bytes = 0;   ///< Bytes per thread (stack and spills).
  int max_threads = 0;            ///< 0 means not limited by the source.

  friend bool operator==(const Resources&, const Resources&) = default;
};

/// Returns every entry point by name. `compute_major` is that of the GPU the cubin is for. It fails when the bytes are
/// no whole cubin, or when an entry's attributes are not where CUDA 11.8 to 13 put them.
[[nodiscard]] Expected<std::map<std::string, Resources>> read_resources(std::span<const std::uint8_t> cubin,
                                                                        int compute_major);

}  // namespace lanescope::compiler
