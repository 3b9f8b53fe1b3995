// The thread block clusters of a launch.
#pragma once

#include <optional>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace lanescope::catalogue {

/// The most blocks of a cluster that every GPU with clusters runs, and the most that some do, where a kernel asks for
/// it (CUDA Programming Guide, thread block clusters).
inline constexpr std::uint64_t portable_cluster_blocks = 8, max_cluster_blocks = 16;

/// Returns how many blocks a cluster has: what the launch says, else what the kernel says (__cluster_dims__), else
/// nothing. It fails when the two differ, when a cluster has too many blocks, or when the grid has no whole number of
/// clusters.
[[nodiscard]] Expected<std::optional<Dim3>> cluster_of(const Launch& launch, const std::optional<Dim3>& of_kernel);

}  // namespace lanescope::catalogue
