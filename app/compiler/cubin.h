// What a cubin says of its kernels. NVIDIA does not document the format; the names are those that cuobjdump prints.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "base/error.h"

namespace warpscope::compiler {

/// What the cubin says of one entry point.
struct Resources {
  int registers = 0;              ///< a thread
  std::int64_t shared_bytes = 0;  ///< static, a block; without the 1 KiB that the system keeps from 9.0 on
  std::int64_t local_bytes = 0;   ///< a thread (stack and spills)
  int max_threads = 0;            ///< 0: not limited by the source

  friend bool operator==(const Resources&, const Resources&) = default;
};

/// Every entry point by name. compute_major: of the GPU the cubin is for. Error: the bytes are no whole cubin, or one
/// whose notes on an entry are not where they have been from CUDA 11.8 to 13.
[[nodiscard]] Expected<std::map<std::string, Resources>> read_resources(std::span<const std::uint8_t> cubin,
                                                                        int compute_major);

}  // namespace warpscope::compiler
