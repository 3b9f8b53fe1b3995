#include "model/hardware/occupancy.h"

#include <cuda_occupancy.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <climits>
#include <utility>

#include "base/names.h"
#include "base/rounding.h"
#include "model/messages.h"

namespace lanescope::model {
namespace {

constexpr int threads_per_warp = 32;
constexpr int max_registers_per_thread = 255;  // the most that an instruction can name

cudaOccDeviceProp properties_of(const MultiprocessorLimits& limits) {
  cudaOccDeviceProp properties;
  properties.computeMajor = limits.compute_major;
  properties.computeMinor = limits.compute_minor;
  properties.maxThreadsPerBlock = limits.max_threads_per_block;
  properties.maxThreadsPerMultiprocessor = limits.max_threads;
  properties.regsPerBlock = limits.registers_per_block;
  properties.regsPerMultiprocessor = limits.registers;
  properties.warpSize = threads_per_warp;
  properties.sharedMemPerBlock = static_cast<std::size_t>(limits.shared_bytes_per_block);
  properties.sharedMemPerMultiprocessor = static_cast<std::size_t>(limits.shared_bytes);
  properties.numSms = 1;  // ignored for one multiprocessor
  properties.sharedMemPerBlockOptin = static_cast<std::size_t>(limits.shared_bytes_per_block_optin);
  properties.reservedSharedMemPerBlock = static_cast<std::size_t>(limits.reserved_shared_bytes_per_block);
  return properties;
}

int blocks_or_none(int limit) {
  return limit == INT_MAX ? -1 : limit;
}

std::vector<Limit> limits_of(unsigned factors) {
  constexpr std::array<std::pair<unsigned, Limit>, 5> names{{{OCC_LIMIT_WARPS, Limit::threads},
                                                             {OCC_LIMIT_REGISTERS, Limit::registers},
                                                             {OCC_LIMIT_SHARED_MEMORY, Limit::shared_memory},
                                                             {OCC_LIMIT_BLOCKS, Limit::blocks},
                                                             {OCC_LIMIT_BARRIERS, Limit::barriers}}};
  std::vector<Limit> limits;
  for (const auto& [factor, limit] : names) {
    if ((factors & factor) != 0) limits.push_back(limit);
  }
  return limits;
}

/// Changes the demand by `change(demand, value)` for the values first, first + step, ... last.
template <class Change>
Expected<OccupancyCurve> curve(const MultiprocessorLimits& limits, BlockDemand demand, std::int64_t now,
                               std::int64_t first, std::int64_t last, std::int64_t step, Change change) {
  OccupancyCurve curve{first, step, now, {}};
  for (std::int64_t value = first; value <= last; value += step) {
    change(demand, value);
    TRY(const auto result, occupancy(limits, demand));
    curve.warps.push_back(result.resident_warps);
  }
  return curve;
}

}  // namespace

std::string_view name_of(Limit limit) {
  return enum_name(EnumNames<5>{"threads", "registers", "shared memory", "blocks", "barriers"}, limit);
}

Expected<Occupancy> occupancy(const MultiprocessorLimits& limits, const BlockDemand& demand) {
  if (demand.threads < 1 || demand.registers_per_thread < 0 || demand.static_shared_bytes < 0 ||
      demand.dynamic_shared_bytes < 0) {
    return failure(message<"occupancy.impossible_demand">(demand.threads, demand.registers_per_thread,
                                                          demand.static_shared_bytes, demand.dynamic_shared_bytes),
                   "occupancy", message<"occupancy.impossible_demand_remedy">());
  }
  const cudaOccDeviceProp properties = properties_of(limits);
  cudaOccFuncAttributes attributes;
  attributes.maxThreadsPerBlock = demand.max_threads > 0 ? demand.max_threads : limits.max_threads_per_block;
  attributes.numRegs = demand.registers_per_thread;
  attributes.sharedSizeBytes = static_cast<std::size_t>(demand.static_shared_bytes);
  attributes.partitionedGCConfig = PARTITIONED_GC_OFF;
  attributes.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
  attributes.maxDynamicSharedSizeBytes = static_cast<std::size_t>(
      std::max<std::int64_t>(0, limits.shared_bytes_per_block_optin - demand.static_shared_bytes));
  attributes.numBlockBarriers = 1;
  const cudaOccDeviceState state;
  cudaOccResult result{};
  const cudaOccError error = cudaOccMaxActiveBlocksPerMultiprocessor(
      &result, &properties, &attributes, &state, demand.threads, static_cast<std::size_t>(demand.dynamic_shared_bytes));
  if (error == CUDA_OCC_SUCCESS && demand.max_threads > 0 && demand.threads > demand.max_threads) {
    // The header leaves the kernel's own bound (__launch_bounds__) to the caller.
    result.activeBlocksPerMultiprocessor = result.blockLimitWarps = 0;
    result.limitingFactors = OCC_LIMIT_WARPS;
  }
  if (error != CUDA_OCC_SUCCESS) {
    return failure(error == CUDA_OCC_ERROR_UNKNOWN_DEVICE
                       ? message<"occupancy.unknown_capability">(limits.compute_major, limits.compute_minor)
                       : message<"occupancy.refused">(limits.compute_major, limits.compute_minor),
                   "occupancy", message<"occupancy.newer_toolkit_remedy">());
  }
  Occupancy occupancy;
  occupancy.blocks_per_sm = result.activeBlocksPerMultiprocessor;
  const int warps_per_block = ceil_div(demand.threads, threads_per_warp);
  occupancy.resident_warps = occupancy.blocks_per_sm * warps_per_block;
  occupancy.max_warps = limits.max_threads / threads_per_warp;
  if (occupancy.max_warps > 0) occupancy.fraction = static_cast<double>(occupancy.resident_warps) / occupancy.max_warps;
  occupancy.limits = limits_of(result.limitingFactors);
  occupancy.by_threads = blocks_or_none(result.blockLimitWarps);
  occupancy.by_registers = blocks_or_none(result.blockLimitRegs);
  occupancy.by_shared_memory = blocks_or_none(result.blockLimitSharedMem);
  occupancy.by_blocks = blocks_or_none(result.blockLimitBlocks);
  occupancy.allocated_registers = result.allocatedRegistersPerBlock;
  occupancy.allocated_shared_bytes = static_cast<std::int64_t>(result.allocatedSharedMemPerBlock);
  return occupancy;
}

Expected<OccupancyCurve> vary_block_size(const MultiprocessorLimits& limits, const BlockDemand& demand) {
  return curve(limits, demand, demand.threads, threads_per_warp, limits.max_threads_per_block, threads_per_warp,
               [](BlockDemand& changed, std::int64_t threads) { changed.threads = static_cast<int>(threads); });
}

Expected<OccupancyCurve> vary_registers(const MultiprocessorLimits& limits, const BlockDemand& demand) {
  return curve(
      limits, demand, demand.registers_per_thread, 1, max_registers_per_thread, 1,
      [](BlockDemand& changed, std::int64_t registers) { changed.registers_per_thread = static_cast<int>(registers); });
}

Expected<OccupancyCurve> vary_shared_memory(const MultiprocessorLimits& limits, const BlockDemand& demand) {
  return curve(limits, demand, demand.static_shared_bytes + demand.dynamic_shared_bytes, 0,
               limits.shared_bytes_per_block_optin, 1024, [](BlockDemand& changed, std::int64_t bytes) {
                 changed.static_shared_bytes = 0;
                 changed.dynamic_shared_bytes = bytes;
               });
}

}  // namespace lanescope::model
