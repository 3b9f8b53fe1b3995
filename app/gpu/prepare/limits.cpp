#include "gpu/prepare/limits.h"

#include <fmt/format.h>

#include <array>

#include "base/rounding.h"
#include "base/text.h"
#include "catalogue/cluster.h"
#include "gpu/messages.h"
#include "gpu/prepare/bind.h"

namespace lanescope::gpu {
namespace {

constexpr int warp_size = 32;

std::string text(const catalogue::Dim3& size) {
  return fmt::format("{} × {} × {}", size.x, size.y, size.z);
}
std::string text(const std::array<std::uint32_t, 3>& size) {
  return fmt::format("{} × {} × {}", size[0], size[1], size[2]);
}

bool exceeds(const catalogue::Dim3& size, const std::array<std::uint32_t, 3>& limit) {
  return size.x > limit[0] || size.y > limit[1] || size.z > limit[2];
}

}  // namespace

double occupancy_of(int blocks_per_sm, std::uint64_t threads_per_block, const cuda::DeviceInfo& device) {
  const std::uint64_t warps = ceil_div(threads_per_block, warp_size);
  const int max_warps = device.max_threads_per_sm / warp_size;
  const double resident = static_cast<double>(blocks_per_sm) * static_cast<double>(warps);
  return max_warps == 0 ? 0 : resident / max_warps;
}

Status check_launch(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch, const cuda::DeviceInfo& device,
                    const cuda::EntryAttributes& entry) {
  const auto refuse = [&](const Message& what, const Message& remedy) {
    return launch_failure(FaultKind::launch, plan, launch, what, remedy);
  };
  const std::uint64_t threads = launch.block.count();
  if (launch.grid.count() == 0 || threads == 0) {
    return refuse(message<"launch.empty">(text(launch.grid), text(launch.block)), message<"launch.empty_remedy">());
  }
  if (exceeds(launch.grid, device.max_grid)) {
    return refuse(message<"launch.grid_limit">(text(launch.grid), text(device.max_grid)),
                  message<"launch.grid_limit_remedy">());
  }
  if (exceeds(launch.block, device.max_block)) {
    return refuse(message<"launch.block_limit">(text(launch.block), text(device.max_block)),
                  message<"launch.smaller_blocks">());
  }
  if (threads > static_cast<std::uint64_t>(device.max_threads_per_block)) {
    return refuse(message<"launch.thread_limit">(threads, device.max_threads_per_block),
                  message<"launch.smaller_blocks">());
  }
  if (threads > static_cast<std::uint64_t>(entry.max_threads_per_block)) {
    return refuse(message<"launch.kernel_thread_limit">(threads, entry.registers, entry.max_threads_per_block),
                  message<"launch.kernel_thread_limit_remedy">());
  }
  const std::uint64_t shared = entry.static_shared_bytes + launch.shared_bytes;
  if (shared < launch.shared_bytes || shared > device.shared_bytes_per_block_optin) {
    return refuse(message<"launch.shared_memory_limit">(human_bytes(shared), human_bytes(entry.static_shared_bytes),
                                                        human_bytes(launch.shared_bytes),
                                                        human_bytes(device.shared_bytes_per_block_optin)),
                  message<"launch.smaller_tile">());
  }
  return {};
}

Expected<std::optional<catalogue::Dim3>> check_cluster(const catalogue::LaunchPlan& plan,
                                                       const catalogue::Launch& launch, const cuda::DeviceInfo& device,
                                                       const ptx::Signature& signature) {
  std::optional<catalogue::Dim3> of_kernel;
  if (const auto& size = signature.cluster) of_kernel = {size->x, size->y, size->z};
  auto cluster = catalogue::cluster_of(launch, of_kernel);
  if (!cluster) {
    return launch_failure(FaultKind::launch, plan, launch, cluster.error().what, cluster.error().remedy);
  }
  if (*cluster && device.compute_major < 9) {
    return launch_failure(FaultKind::launch, plan, launch,
                          message<"launch.no_clusters">(device.name, device.compute_major, device.compute_minor),
                          message<"launch.no_clusters_remedy">());
  }
  return *cluster;
}

Status check_cooperative(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                         const cuda::DeviceInfo& device, int blocks_per_sm) {
  if (!device.cooperative_launch) {
    return launch_failure(FaultKind::launch, plan, launch, message<"launch.no_cooperative_launches">(), "");
  }
  const std::uint64_t max_blocks =
      static_cast<std::uint64_t>(blocks_per_sm) * static_cast<std::uint64_t>(device.sm_count);
  if (launch.grid.count() <= max_blocks) return {};
  return launch_failure(
      FaultKind::launch, plan, launch,
      message<"launch.cooperative_limit">(launch.grid.count(), max_blocks, blocks_per_sm, device.sm_count),
      message<"launch.cooperative_limit_remedy">());
}

}  // namespace lanescope::gpu
