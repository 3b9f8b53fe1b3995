// Asks the worker's compiler for the types of a kernel's parameters.
#pragma once

#include <optional>
#include <string>

#include "base/value_types.h"
#include "catalogue/kernel.h"
#include "cli/commands.h"

namespace lanescope::cli {

/// Returns the parameters of a kernel of the file, "reduce<int, 256>", as the compiler of the machine that the options
/// name knows them. Nothing where there is no compiler, where it refuses the file or does not answer: what is wrong is
/// reported when the kernel itself is compiled.
[[nodiscard]] std::optional<ValueTypes> parameter_types(const catalogue::KernelSource& source,
                                                        const std::string& kernel, const ExperimentOptions& options);

}  // namespace lanescope::cli
