// Judges on the CPU what a plan left in its buffers, by the same rules as the comparison on the device
// (gpu/device/compare.cu).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "catalogue/measurement.h"
#include "lab/result.h"

namespace warpscope::worker {

/// buffers: as LaunchPlan::buffers, after the plan ran. inputs: what was given by buffer name instead of a fill.
/// reference_output: the output of the kernel that check.same_as names, for a plan that is compared with one.
/// Verdict::faults: inputs that were changed. Error: the reference does not fit the plan, or the reference output has
/// another size.
[[nodiscard]] Expected<catalogue::Verdict> verify_on_host(const catalogue::LaunchPlan& plan,
                                                          const std::vector<std::vector<std::byte>>& buffers,
                                                          const std::map<std::string, std::vector<std::byte>>& inputs,
                                                          const std::vector<std::byte>& reference_output = {});

/// What the buffer held before the plan ran.
[[nodiscard]] std::vector<std::byte> initial_bytes(const catalogue::LaunchPlan& plan, std::size_t buffer,
                                                   const std::map<std::string, std::vector<std::byte>>& inputs);

/// By buffer of the plan: what the CPU reference reads; the others are empty.
[[nodiscard]] std::vector<std::vector<std::byte>> reference_inputs(
    const catalogue::LaunchPlan& plan, const std::map<std::string, std::vector<std::byte>>& inputs);

/// Kernels that promise a fault ([expect] in the kernel file) pass when it appears. Rewrites the verification of a
/// Result with Result::expected: passed when at least one fault was found and every one is of that kind. Else it has
/// one fault more, "expectation", that says what appeared instead.
void verify_expected_fault(lab::Result& result);

}  // namespace warpscope::worker
