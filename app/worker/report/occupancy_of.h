// Occupancy and its curves, in a Result.
#pragma once

#include <optional>

#include "catalogue/launch_plan.h"
#include "compiler/compiler.h"
#include "cuda/device.h"
#include "lab/result.h"
#include "model/hardware/devices.h"

namespace warpscope::worker {

/// What a multiprocessor shares out: of the sheet, with what the device says of itself in its place. Empty: neither
/// knows enough.
[[nodiscard]] std::optional<model::MultiprocessorLimits> limits_of(const model::DeviceSheet* sheet,
                                                                   const cuda::DeviceInfo* device);

/// Fills `calculated` of each launch and the curves of each different demand. Where the driver has said nothing (yet),
/// blocks_per_sm and occupancy follow too.
void add_occupancy(const catalogue::LaunchPlan& plan, const compiler::Compiled& compiled,
                   const model::MultiprocessorLimits& limits, lab::Result& result);

}  // namespace warpscope::worker
