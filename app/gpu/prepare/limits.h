// Whether a device can run a launch. Pure: what the device and the entry point allow is given.
#pragma once

#include "catalogue/launch_plan.h"
#include "cuda/device.h"
#include "cuda/module.h"
#include "gpu/failure.h"

namespace warpscope::gpu {

/// Resident warps / most warps of an SM, 0 ... 1, of so many blocks of a launch.
[[nodiscard]] double occupancy_of(int blocks_per_sm, std::uint64_t threads_per_block, const cuda::DeviceInfo& device);

/// Error (launch) with what is wanted and what is allowed: grid, block, threads, shared memory.
[[nodiscard]] Status check_launch(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                  const cuda::DeviceInfo& device, const cuda::EntryAttributes& entry);

/// The blocks of a cooperative launch wait for each other: all must fit on the device at once. blocks_per_sm as the
/// driver says for it.
[[nodiscard]] Status check_cooperative(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                       const cuda::DeviceInfo& device, int blocks_per_sm);

}  // namespace warpscope::gpu
