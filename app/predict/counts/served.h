// Which level of memory answers each lane of a block's accesses: the L1 of its SM, the L2, or the device memory.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "model/metrics/vectorization.h"
#include "predict/locality/access.h"
#include "trace/trace.h"

namespace lanescope::predict {

/// The level that answers. What stores and atomic operations bring is taken by the L2. Nothing is known of lanes that
/// do not access global or local memory, nor of accesses that the simulation did not reach.
enum class Level : std::uint8_t { unknown, l1, l2, memory };
inline constexpr std::size_t levels = 4;
[[nodiscard]] std::string_view name_of(Level level);

/// The levels of the 32 lanes of one record, two bits a lane, lane 0 in the lowest bits.
using LaneLevels = std::uint64_t;
[[nodiscard]] constexpr Level level_of(LaneLevels of_lanes, std::uint32_t lane) {
  return static_cast<Level>(of_lanes >> (2 * lane) & 3u);
}

/// What the caches answered one block among many: cold, with the blocks around it.
struct ServedBlock {
  std::vector<Access> accesses;
  std::vector<std::uint32_t> records;  ///< by access: its record in the trace of the block
  std::vector<LineTouch> touches;
  std::vector<std::uint8_t> from_l1, from_memory;  ///< by touch: masks of sectors; the L2 has the rest
};

/// One launch of a plan, of which one block was traced. Without an answer the trace is null.
struct ServedLaunch {
  const trace::Trace* trace = nullptr;
  const model::Vectorization* vectorization = nullptr;
  std::uint64_t block = 0;
  const ServedBlock* served = nullptr;
};

/// Returns the levels of each record of a trace of the plan, whose blocks are taken to do what the traced block does:
/// the n-th execution of an instruction by a warp is answered as the n-th one there, or, where loops were simulated
/// only in part, as the last one. `launches` are in the order of the plan.
[[nodiscard]] std::vector<LaneLevels> levels_of(const trace::Trace& shown, std::span<const ServedLaunch> launches);

}  // namespace lanescope::predict
