// Records when each block of a plan runs and on which SM (ptx/instrument/block_clocks.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/session.h"
#include "gpu/trace/record.h"
#include "trace/block_times.h"

namespace lanescope::gpu {

inline constexpr std::string_view block_clocks_name = "what the timed blocks write";

/// A plan whose blocks write their clocks into a buffer behind its own ones.
struct TimedPlan {
  catalogue::LaunchPlan plan;
  std::size_t buffer = 0;                           ///< index into LaunchPlan::buffers
  std::vector<trace::BlockTimes::Launch> launches;  ///< of kernels; their blocks lie one behind the other
  [[nodiscard]] std::uint64_t blocks() const;
};
/// At most trace::max_block_runs blocks write, the first ones of the plan.
[[nodiscard]] TimedPlan with_block_clocks(const catalogue::LaunchPlan& plan);

/// Computes the times. Each SM counts its own cycles; where it stands on the clock that all of them share is the median
/// of what its blocks say, because that clock advances in steps. Where an SM's blocks disagree, each keeps its own
/// reading. `sm_clock_mhz` is taken when the readings show no other. It is pure, and fails for a block that wrote
/// nothing.
[[nodiscard]] Expected<trace::BlockTimes> block_times_of(std::span<const std::byte> bytes, const TimedPlan& plan,
                                                         double sm_clock_mhz);

/// Runs the plan twice on fresh buffers, the second time with cold caches where the device allows it, without waiting
/// between its launches, and reads the times of that run. The plan prepared before must not be used any more.
[[nodiscard]] Expected<trace::BlockTimes> record_block_times(
    DeviceSession& session, const TimedPlan& plan, const InstrumentedProgram& program,
    const std::map<std::string, std::vector<std::byte>>& inputs);

}  // namespace lanescope::gpu
