// The tensor maps of a launch, as the driver encodes them.
#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/launch_plan.h"
#include "cuda/functions.h"
#include "gpu/failure.h"
#include "gpu/prepare/bind.h"

namespace warpscope::gpu {

/// `buffers` are the device addresses of LaunchPlan::buffers. Errors name the map.
[[nodiscard]] Expected<std::vector<TensorMapBytes>> encode_tensor_maps(const cuda::Functions& functions,
                                                                       const catalogue::LaunchPlan& plan,
                                                                       const catalogue::Launch& launch,
                                                                       const std::vector<std::uint64_t>& buffers);

}  // namespace warpscope::gpu
