#include "gpu/prepare/limits.h"

#include <fmt/format.h>

#include <array>

#include "base/rounding.h"
#include "base/text.h"
#include "catalogue/cluster.h"
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
  const auto refuse = [&](const std::string& what, const char* remedy) {
    return launch_failure(FaultKind::launch, plan, launch, what, remedy);
  };
  const std::uint64_t threads = launch.block.count();
  if (launch.grid.count() == 0 || threads == 0) {
    return refuse(fmt::format("a grid of {} blocks of {} threads is empty", text(launch.grid), text(launch.block)),
                  "every extent of grid and block must be at least 1");
  }
  if (exceeds(launch.grid, device.max_grid)) {
    return refuse(fmt::format("a grid of {} blocks; this device allows {}", text(launch.grid), text(device.max_grid)),
                  "use larger blocks, or put the long extent into x");
  }
  if (exceeds(launch.block, device.max_block)) {
    return refuse(
        fmt::format("a block of {} threads; this device allows {}", text(launch.block), text(device.max_block)),
        "use smaller blocks");
  }
  if (threads > static_cast<std::uint64_t>(device.max_threads_per_block)) {
    return refuse(fmt::format("{} threads a block; this device allows {}", threads, device.max_threads_per_block),
                  "use smaller blocks");
  }
  if (threads > static_cast<std::uint64_t>(entry.max_threads_per_block)) {
    return refuse(fmt::format("{} threads a block; with {} registers a thread and its launch bounds this kernel allows "
                              "{}",
                              threads, entry.registers, entry.max_threads_per_block),
                  "use smaller blocks, or __launch_bounds__ to make the compiler use fewer registers");
  }
  const std::uint64_t shared = entry.static_shared_bytes + launch.shared_bytes;
  if (shared < launch.shared_bytes || shared > device.shared_bytes_per_block_optin) {
    return refuse(fmt::format("{} of shared memory a block ({} static, {} dynamic); this device allows {}",
                              human_bytes(shared), human_bytes(entry.static_shared_bytes),
                              human_bytes(launch.shared_bytes), human_bytes(device.shared_bytes_per_block_optin)),
                  "use a smaller tile");
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
                          fmt::format("{} has compute capability {}.{}, and thread block clusters came with 9.0",
                                      device.name, device.compute_major, device.compute_minor),
                          "run it in the emulator");
  }
  return *cluster;
}

Status check_cooperative(const catalogue::LaunchPlan& plan, const catalogue::Launch& launch,
                         const cuda::DeviceInfo& device, int blocks_per_sm) {
  if (!device.cooperative_launch) {
    return launch_failure(FaultKind::launch, plan, launch, "this device has no cooperative launches", "");
  }
  const std::uint64_t max_blocks =
      static_cast<std::uint64_t>(blocks_per_sm) * static_cast<std::uint64_t>(device.sm_count);
  if (launch.grid.count() <= max_blocks) return {};
  return launch_failure(
      FaultKind::launch, plan, launch,
      fmt::format("a cooperative grid of {} blocks; {} fit on this device at once ({} on each of {} SMs)",
                  launch.grid.count(), max_blocks, blocks_per_sm, device.sm_count),
      "use fewer blocks and let each do more");
}

}  // namespace lanescope::gpu
