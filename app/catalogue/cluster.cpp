#include "catalogue/cluster.h"

#include <fmt/format.h>

namespace lanescope::catalogue {
namespace {

std::string text_of(const Dim3& size) {
  return fmt::format("{} x {} x {}", size.x, size.y, size.z);
}

}  // namespace

Expected<std::optional<Dim3>> cluster_of(const Launch& launch, const std::optional<Dim3>& of_kernel) {
  if (launch.cluster && of_kernel && *launch.cluster != *of_kernel) {
    return failure(fmt::format("the launch has clusters of {} blocks, and the kernel is compiled for {}",
                               text_of(*launch.cluster), text_of(*of_kernel)),
                   "", "remove cluster from [[launch]], or __cluster_dims__ from the kernel");
  }
  const std::optional<Dim3> cluster = launch.cluster ? launch.cluster : of_kernel;
  if (!cluster) return cluster;
  if (cluster->count() == 0 || cluster->count() > max_cluster_blocks) {
    return failure(fmt::format("a cluster of {} blocks", text_of(*cluster)), "",
                   fmt::format("a cluster has 1 to {} blocks, and up to {} on every GPU that has clusters",
                               max_cluster_blocks, portable_cluster_blocks));
  }
  const Dim3& grid = launch.grid;
  if (grid.x % cluster->x != 0 || grid.y % cluster->y != 0 || grid.z % cluster->z != 0) {
    return failure(
        fmt::format("a grid of {} blocks has no whole number of clusters of {}", text_of(grid), text_of(*cluster)), "",
        "round each extent of the grid up to a multiple of the cluster's: round_up(blocks, cluster_x)");
  }
  return cluster;
}

}  // namespace lanescope::catalogue
