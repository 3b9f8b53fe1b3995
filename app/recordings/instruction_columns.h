// Counted instructions as recordings keep them: a kernel has thousands, and in blocks of code that run together most of
// their numbers are equal.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/error.h"

namespace lanescope::recordings {

/// Turns the field list of counted instructions (an array of objects) into an object with a column for each number. A
/// column is a list of runs: value, how often, value, how often ... Offsets are differences; null stands for what an
/// instruction does not have, and "stall_samples/wait" for a number within.
[[nodiscard]] nlohmann::json as_columns(const nlohmann::json& instructions);

/// Returns the array again. It fails when the columns do not fit each other, or are longer than any kernel.
[[nodiscard]] Expected<nlohmann::json> from_columns(const nlohmann::json& columns);

}  // namespace lanescope::recordings
