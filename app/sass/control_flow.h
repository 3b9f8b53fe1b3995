// Where the machine code of a function loops.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sass/cubin.h"

namespace lanescope::sass {

/// Returns by instruction how many loops are around it, each within the other. Nothing where a branch through a
/// register or a table leads to places that are not known.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> loop_depths(const Function& function);

}  // namespace lanescope::sass
