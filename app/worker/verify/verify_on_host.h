// Verifies on the CPU what a plan left in its buffers, by the same rules as the comparison on the device
// (gpu/device/compare.cu).
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalogue/launch_plan.h"
#include "catalogue/measurement.h"
#include "experiments/result.h"

namespace lanescope::worker {

/// `buffers` is ordered as LaunchPlan::buffers and holds their bytes after the run. `inputs` holds given contents by
/// buffer name, which replace a fill. `reference_output` holds the bytes that the output must be equal to, for a plan
/// whose check compares bytes. Verdict::faults lists changed inputs. It fails when the reference does not fit the
/// plan, or the reference output has another size.
[[nodiscard]] Expected<catalogue::Verdict> verify_on_host(const catalogue::LaunchPlan& plan,
                                                          const std::vector<std::span<const std::byte>>& buffers,
                                                          const std::map<std::string, std::vector<std::byte>>& inputs,
                                                          std::span<const std::byte> reference_output = {});

/// Returns the contents of the buffer before the plan ran.
[[nodiscard]] std::vector<std::byte> initial_bytes(const catalogue::LaunchPlan& plan, std::size_t buffer,
                                                   const std::map<std::string, std::vector<std::byte>>& inputs);

/// Returns what the CPU reference reads, by buffer of the plan; other buffers are empty.
[[nodiscard]] std::vector<std::vector<std::byte>> reference_inputs(
    const catalogue::LaunchPlan& plan, const std::map<std::string, std::vector<std::byte>>& inputs);

/// A kernel that promises a fault ([expect] in the kernel file) passes when the fault appears. Rewrites the
/// verification of a Result with Result::expected: it passes when there is at least one fault and all are of that kind.
/// Otherwise one more fault, "expectation", says what appeared instead.
void verify_expected_fault(experiments::Result& result);

}  // namespace lanescope::worker
