#include "catalogue/cluster.h"

#include <fmt/format.h>

#include "catalogue/messages.h"

namespace lanescope::catalogue {
namespace {

std::string text_of(const Dim3& size) {
  return fmt::format("{} x {} x {}", size.x, size.y, size.z);
}

}  // namespace

Expected<std::optional<Dim3>> cluster_of(const Launch& launch, const std::optional<Dim3>& of_kernel) {
  if (launch.cluster && of_kernel && *launch.cluster != *of_kernel) {
    return failure(message<"cluster.sizes_differ">(text_of(*launch.cluster), text_of(*of_kernel)), "",
                   message<"cluster.sizes_differ_remedy">());
  }
  const std::optional<Dim3> cluster = launch.cluster ? launch.cluster : of_kernel;
  if (!cluster) return cluster;
  if (cluster->count() == 0 || cluster->count() > max_cluster_blocks) {
    return failure(message<"cluster.size">(text_of(*cluster)), "",
                   message<"cluster.size_remedy">(max_cluster_blocks, portable_cluster_blocks));
  }
  const Dim3& grid = launch.grid;
  if (grid.x % cluster->x != 0 || grid.y % cluster->y != 0 || grid.z % cluster->z != 0) {
    return failure(message<"cluster.grid">(text_of(grid), text_of(*cluster)), "", message<"cluster.grid_remedy">());
  }
  return cluster;
}

}  // namespace lanescope::catalogue
