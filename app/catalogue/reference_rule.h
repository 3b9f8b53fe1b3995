// How one reference is made. A new one is a file that defines its rule, and a line in the list of reference.cpp.
#pragma once

#include "catalogue/reference.h"

namespace warpscope::catalogue {

struct ReferenceRule {
  Reference reference;
  /// Null when the output is no rearrangement of the first input. Error: shapes or types do not fit.
  Expected<MoveProperty> (*move)(const LaunchPlan& plan) = nullptr;
  /// The expected output; `buffers` holds every input, of the right size. Error: shapes or types do not fit.
  Expected<std::vector<std::byte>> (*compute)(const LaunchPlan& plan,
                                              const std::vector<std::vector<std::byte>>& buffers) = nullptr;
};

[[nodiscard]] ReferenceRule copy_reference();
[[nodiscard]] ReferenceRule transpose_reference();
[[nodiscard]] ReferenceRule sum_reference();
[[nodiscard]] ReferenceRule laplace_reference();
[[nodiscard]] ReferenceRule matmul_reference();

}  // namespace warpscope::catalogue
