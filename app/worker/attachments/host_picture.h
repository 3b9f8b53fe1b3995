// The picture of the checked output, drawn from bytes on the CPU.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "catalogue/launch_plan.h"
#include "lab/result.h"

namespace warpscope::worker {

/// As values, at most 256 × 256, the same element for each pixel as on the device (gpu/device/preview.cu). buffers: as
/// LaunchPlan::buffers. Empty: the buffer has no elements, or was not kept.
[[nodiscard]] std::optional<lab::Preview> host_picture(const catalogue::LaunchPlan& plan,
                                                       const std::vector<std::vector<std::byte>>& buffers);

}  // namespace warpscope::worker
