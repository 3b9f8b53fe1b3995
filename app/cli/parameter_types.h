// Asks the worker's compiler for the types of a kernel's parameters.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/value_types.h"
#include "catalogue/header_search.h"
#include "catalogue/kernel.h"
#include "cli/commands.h"

namespace lanescope::cli {

struct KnownTypes {
  std::optional<ValueTypes> types;                ///< absent where there is no compiler, and where it refuses the file
  std::optional<Error> refused;                   ///< the compiler's own error, at a line of the file
  std::vector<catalogue::MissingHeader> missing;  ///< headers that it did not find, where it refuses the file
};

/// Returns the parameters of a kernel of the file, "reduce<int, 256>", as the compiler of the machine that the options
/// name knows them. What else goes wrong is reported when the kernel is compiled to run.
[[nodiscard]] KnownTypes parameter_types(const catalogue::KernelSource& source, const std::string& kernel,
                                         const ExperimentOptions& options);

}  // namespace lanescope::cli
