// Asks the worker's compiler for the types of a kernel's parameters.
#pragma once

#include <string>

#include "catalogue/kernel.h"
#include "cli/commands.h"
#include "cli/perform.h"
#include "experiments/known_types.h"

namespace lanescope::cli {

/// Returns the parameters of a kernel of the file, "reduce<int, 256>", as the compiler of the worker's machine knows
/// them. What else goes wrong is reported when the kernel is compiled to run.
[[nodiscard]] experiments::KnownTypes parameter_types(const catalogue::KernelSource& source, const std::string& kernel,
                                                      const ExperimentOptions& options, Worker& worker);

}  // namespace lanescope::cli
