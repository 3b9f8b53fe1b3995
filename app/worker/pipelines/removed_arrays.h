// Arrays of shared memory that a kernel declares and its compiled code does not have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalogue/kernel.h"

namespace lanescope::worker {

struct RemovedArray {
  std::string name;
  int line = 0;  ///< of its declaration in the kernel file
  friend bool operator==(const RemovedArray&, const RemovedArray&) = default;
};

/// Returns the arrays of shared memory with a size of their own that one of the kernels declares in its body and that
/// `ptx`, as NVRTC writes it, has no variable for: the compiler removes them together with the stores to them where
/// nothing reads them. `entries` are kernels as the plan launches them, "reduce<256>". A source in PTX has none.
[[nodiscard]] std::vector<RemovedArray> removed_arrays(const catalogue::KernelSource& source,
                                                       const std::vector<std::string>& entries, std::string_view ptx);

}  // namespace lanescope::worker
