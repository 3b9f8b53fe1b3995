// Checks whether a device can run a launch. It is pure; the limits of the device and the entry point are given.
#pragma once

#include "catalogue/launch_plan.h"
#include "cuda/device.h"
#include "cuda/module.h"
#include "gpu/failure.h"
#include "ptx/signature.h"

namespace lanescope::gpu {

/// Returns the resident warps divided by the most warps of an SM, 0 ... 1, for so many blocks of a launch.
[[nodiscard]] double occupancy_of(int blocks_per_sm, std::uint64_t threads_per_block, const cuda::DeviceInfo& device);

/// Fails (launch) with the wanted and the allowed value of grid, block, threads or shared memory.
[[nodiscard]] Status check_launch(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                  const cuda::DeviceInfo& device, const cuda::EntryAttributes& entry);

/// Returns the blocks of a cluster of a launch; nothing without clusters. Fails (launch) where the launch and the
/// kernel disagree, the grid does not fit, or the device has no clusters.
[[nodiscard]] Expected<std::optional<catalogue::Dim3>> check_cluster(const catalogue::LaunchPlan& plan,
                                                                     const catalogue::Launch& launch,
                                                                     const cuda::DeviceInfo& device,
                                                                     const ptx::Signature& signature);

/// Checks that all blocks of a cooperative launch fit on the device at once, because they wait for each other.
/// blocks_per_sm is the driver's value for the launch.
[[nodiscard]] Status check_cooperative(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                                       const cuda::DeviceInfo& device, int blocks_per_sm);

}  // namespace lanescope::gpu
