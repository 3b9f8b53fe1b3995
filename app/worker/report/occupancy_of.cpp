#include "worker/report/occupancy_of.h"

#include <algorithm>
#include <string>
#include <vector>

#include "model/hardware/occupancy.h"

namespace warpscope::worker {
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

lab::Occupancy occupancy_of(const model::Occupancy& found) {
  lab::Occupancy occupancy;
  occupancy.blocks_per_sm = found.blocks_per_sm;
  occupancy.resident_warps = found.resident_warps;
  occupancy.max_warps = found.max_warps;
  occupancy.fraction = found.occupancy;
  for (const model::Limit limit : found.limits) occupancy.limits.emplace_back(model::name_of(limit));
  occupancy.by_threads = found.by_threads;
  occupancy.by_registers = found.by_registers;
  occupancy.by_shared_memory = found.by_shared_memory;
  occupancy.by_blocks = found.by_blocks;
  occupancy.allocated_registers = found.allocated_registers_per_block;
  occupancy.allocated_shared_bytes = found.allocated_shared_bytes_per_block;
  return occupancy;
}

lab::OccupancyCurve curve_of(const Expected<std::vector<model::OccupancyPoint>>& points, std::int64_t now) {
  lab::OccupancyCurve curve;
  curve.now = now;
  if (!points || points->empty()) return curve;
  curve.first = points->front().value;
  if (points->size() > 1) curve.step = (*points)[1].value - curve.first;
  for (const model::OccupancyPoint& point : *points) curve.warps.push_back(point.resident_warps);
  return curve;
}

void add_curves(const std::string& entry, const model::MultiprocessorLimits& limits, const model::BlockDemand& demand,
                std::vector<lab::OccupancyCurves>& all) {
  const std::int64_t shared = demand.static_shared_bytes + demand.dynamic_shared_bytes;
  const bool known = std::any_of(all.begin(), all.end(), [&](const lab::OccupancyCurves& curves) {
    return curves.entry == entry && curves.block_threads == demand.threads && curves.shared_memory.now == shared;
  });
  if (known) return;
  all.push_back({entry, demand.threads, curve_of(model::vary_block_size(limits, demand), demand.threads),
                 curve_of(model::vary_registers(limits, demand), demand.registers_per_thread),
                 curve_of(model::vary_shared_memory(limits, demand), shared)});
}

}  // namespace

lab::DataSheet sheet_of(const model::DeviceSheet& sheet) {
  lab::DataSheet shown;
  shown.name = sheet.name;
  shown.compute_capability = std::to_string(sheet.compute_major) + "." + std::to_string(sheet.compute_minor);
  shown.sm_count = sheet.multiprocessors;
  shown.clock_mhz = sheet.clock_mhz;
  shown.gb_per_s = sheet.memory_gb_per_s;
  shown.fp32_gflop_per_s = sheet.fp32_gflop_per_s();
  shown.l2_bytes = sheet.l2_bytes;
  return shown;
}

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
                   const model::MultiprocessorLimits& limits, lab::Result& result) {
  for (std::size_t i = 0; i < plan.launches.size() && i < result.launches.size(); ++i) {
    const catalogue::Launch& launch = plan.launches[i];
    const auto resources = compiled.entries.find(launch.entry);
    if (launch.call != catalogue::Launch::Call::kernel || resources == compiled.entries.end()) continue;
    const model::BlockDemand demand = demand_of(launch, resources->second);
    const auto found = model::occupancy(limits, demand);
    if (!found) continue;
    lab::LaunchInfo& info = result.launches[i];
    info.calculated = occupancy_of(*found);
    if (!info.blocks_per_sm) {
      info.blocks_per_sm = info.calculated->blocks_per_sm;
      info.occupancy = info.calculated->fraction;
    }
    add_curves(launch.entry, limits, demand, result.curves);
  }
}

}  // namespace warpscope::worker
