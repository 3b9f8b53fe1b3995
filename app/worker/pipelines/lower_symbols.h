// The variables of [symbols] in the compiled program, and kernels of one name.
#pragma once

#include <string_view>

#include "base/error.h"
#include "catalogue/kernel.h"

namespace lanescope::worker {

/// Fails, at the line of the launch, when an entry is the name of several kernels; the error lists them with their
/// types.
[[nodiscard]] Status refuse_overloads(const catalogue::LaunchPlan& plan, std::string_view ptx,
                                      const catalogue::KernelSource& source);

/// Stores the names that the variables of a plan have in the PTX. It fails, at the line of the variable in the kernel
/// file, when the program has no such variable (and names those it has), when several are called so, and when a buffer
/// does not have the size of the variable in which it lies.
[[nodiscard]] Status lower_symbols(catalogue::LaunchPlan& plan, std::string_view ptx,
                                   const catalogue::KernelSource& source);

}  // namespace lanescope::worker
