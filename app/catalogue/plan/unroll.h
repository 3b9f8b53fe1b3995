// Launches of a kernel file put into a row: conditions decided, repetitions unrolled, swaps done.
#pragma once

#include "catalogue/plan/settings.h"

namespace warpscope::catalogue {

/// The most launches that one plan may have.
inline constexpr std::size_t max_launches = 10'000;

/// Appends to plan.launches; plan.buffers must be there. The settings are as before in the end. Sets plan.check.output
/// to where the swaps left it. Errors: of expressions; grid, block or shared memory that CUDA does not have; a
/// repetition that does not end.
[[nodiscard]] Status put_launches(Settings& settings, LaunchPlan& plan);

}  // namespace warpscope::catalogue
