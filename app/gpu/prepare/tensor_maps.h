// The tensor maps of a launch, as the driver encodes them.
#pragma once

#include <cstdint>
#include <vector>

#include "catalogue/launch_plan.h"
#include "cuda/context.h"
#include "cuda/functions.h"
#include "cuda/memory.h"
#include "gpu/failure.h"
#include "gpu/prepare/bind.h"

namespace lanescope::gpu {

/// `buffers` are the device addresses of LaunchPlan::buffers. Errors name the map.
[[nodiscard]] Expected<std::vector<PlacedTensorMap>> encode_tensor_maps(const cuda::Functions& functions,
                                                                        const catalogue::LaunchPlan& plan,
                                                                        const catalogue::Launch& launch,
                                                                        const std::vector<std::uint64_t>& buffers);

/// Copies the maps to the device, and sets their addresses. The memory must live as long as the launches.
[[nodiscard]] Expected<cuda::DeviceMemory> place_tensor_maps(const cuda::Functions& functions,
                                                             const cuda::Stream& stream,
                                                             const catalogue::Launch& launch,
                                                             std::vector<PlacedTensorMap>& maps);

}  // namespace lanescope::gpu
