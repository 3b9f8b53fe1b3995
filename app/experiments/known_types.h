// What the compiler knows of a kernel that is about to be proposed: the answer to Experiment::types_of.
#pragma once

#include <optional>
#include <vector>

#include "base/error.h"
#include "base/value_types.h"
#include "catalogue/header_search.h"
#include "experiments/result.h"

namespace lanescope::experiments {

struct KnownTypes {
  std::optional<ValueTypes> types;                ///< absent where there is no compiler, and where it refuses the file
  std::optional<Error> refused;                   ///< the compiler's own error, at a line of the file
  std::vector<catalogue::MissingHeader> missing;  ///< headers that it did not find, where it refuses the file
};
[[nodiscard]] KnownTypes known_types(const Result& result);

}  // namespace lanescope::experiments
