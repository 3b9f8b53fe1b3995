#include "worker/report/report.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "model/hardware/occupancy.h"

namespace lanescope::worker {
namespace {

model::BlockDemand demand_of(const catalogue::Launch& launch, const compiler::Resources& resources) {
  model::BlockDemand demand;
  demand.threads = static_cast<int>(launch.block.count());
  demand.registers_per_thread = resources.registers;
  demand.static_shared_bytes = resources.shared_bytes;
  demand.dynamic_shared_bytes = static_cast<std::int64_t>(launch.shared_bytes);
  demand.max_threads = resources.max_threads;
  return demand;
}

void add_curves(const std::string& entry, const model::MultiprocessorLimits& limits, const model::BlockDemand& demand,
                std::vector<experiments::OccupancyCurves>& all) {
  const std::int64_t shared = demand.static_shared_bytes + demand.dynamic_shared_bytes;
  const bool known = std::any_of(all.begin(), all.end(), [&](const experiments::OccupancyCurves& curves) {
    return curves.entry == entry && curves.block_threads == demand.threads && curves.shared_memory.now == shared;
  });
  if (known) return;
  auto block_size = model::vary_block_size(limits, demand);
  auto registers = model::vary_registers(limits, demand);
  auto shared_memory = model::vary_shared_memory(limits, demand);
  if (!block_size || !registers || !shared_memory) return;
  all.push_back({entry, demand.threads, std::move(*block_size), std::move(*registers), std::move(*shared_memory)});
}

}  // namespace

std::optional<model::MultiprocessorLimits> limits_of(const model::DeviceSheet* sheet, const cuda::DeviceInfo* device) {
  if (sheet == nullptr) return std::nullopt;
  std::optional<model::MultiprocessorLimits> limits = sheet->limits;
  if (!limits || device == nullptr) return limits;
  limits->compute_major = device->compute_major;
  limits->compute_minor = device->compute_minor;
  limits->max_threads_per_block = device->max_threads_per_block;
  limits->max_threads = device->max_threads_per_sm;
  limits->shared_bytes_per_block = static_cast<std::int64_t>(device->shared_bytes_per_block);
  limits->shared_bytes_per_block_optin = static_cast<std::int64_t>(device->shared_bytes_per_block_optin);
  limits->shared_bytes = static_cast<std::int64_t>(device->shared_bytes_per_sm);
  return limits;
}

void add_occupancy(const catalogue::LaunchPlan& plan, const compiler::Compiled& compiled,
                   const model::MultiprocessorLimits& limits, experiments::Result& result) {
  for (std::size_t i = 0; i < plan.launches.size() && i < result.launches.size(); ++i) {
    const catalogue::Launch& launch = plan.launches[i];
    const auto resources = compiled.entries.find(launch.entry);
    if (launch.call != catalogue::Launch::Call::kernel || resources == compiled.entries.end()) continue;
    const model::BlockDemand demand = demand_of(launch, resources->second);
    const auto found = model::occupancy(limits, demand);
    if (!found) continue;
    experiments::LaunchInfo& info = result.launches[i];
    info.calculated = *found;
    if (!info.blocks_per_sm) {
      info.blocks_per_sm = info.calculated->blocks_per_sm;
      info.occupancy = info.calculated->fraction;
    }
    add_curves(launch.entry, limits, demand, result.curves);
  }
}

}  // namespace lanescope::worker
