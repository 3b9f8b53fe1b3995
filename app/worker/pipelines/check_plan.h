// Whether the compiled kernels can take what a plan gives them.
#pragma once

#include "base/error.h"
#include "catalogue/kernel.h"
#include "compiler/compiler.h"

namespace lanescope::worker {

/// Compares the elements of the buffers with what the parameters of the kernels point to, as far as the names of the
/// compiled kernels tell it (those of extern "C" do not). It fails where a kernel would read other numbers than the
/// buffer holds: another floating-point type, or another width. Bytes may stand for anything, and integers of one width
/// for each other and for floating-point numbers.
[[nodiscard]] Status check_types(const catalogue::LaunchPlan& plan, const catalogue::KernelSource& source);

/// Fails (launch) where a block has more threads than __launch_bounds__ of its kernel allows: no GPU launches it.
[[nodiscard]] Status check_threads(const catalogue::LaunchPlan& plan, const compiler::Compiled& compiled,
                                   const catalogue::KernelSource& source);

}  // namespace lanescope::worker
