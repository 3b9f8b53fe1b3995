// Adds a buffer for the records of instrumented kernels to a plan. It is pure.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "catalogue/launch_plan.h"

namespace lanescope::gpu {

/// The accesses that are recorded.
struct RecordingChoice {
  std::uint64_t first_block = 0;  ///< a linear index in the grid of each launch, x fastest
  std::uint64_t blocks = 1;       ///< The number of blocks from there on; those that a grid lacks are left out.
  std::uint64_t max_records = 1u << 14;
  bool values = true;
  bool barriers = true;  ///< else they are only counted
};

/// The name of the buffer that is added.
inline constexpr std::string_view trace_buffer_name = "what the instrumented kernel writes";

/// The positions in the trace buffer, in bytes from its start.
struct TraceBuffer {
  std::size_t index = 0;  ///< the index into LaunchPlan::buffers
  bool values = true;
  std::uint64_t first_block = 0;
  std::uint64_t blocks = 0;                         ///< the blocks of a launch that have an anchor
  std::uint64_t max_records = 0, max_barriers = 0;  ///< the numbers that fit
  std::uint64_t anchors = 0, records = 0, barriers = 0;
  std::uint64_t bytes = 0;
};

struct RecordingPlan {
  catalogue::LaunchPlan plan;  ///< for the instrumented module
  TraceBuffer buffer;
};

/// Returns the plan with the trace buffer behind its own buffers, filled with zero, and with the arguments that
/// ptx::instrument() adds to its kernels. Each arrival at a barrier and each release is a record of its own, so there
/// is room for twice as many. It fails on more than the arguments can hold (2^31 records or blocks).
[[nodiscard]] Expected<RecordingPlan> with_trace_buffer(const catalogue::LaunchPlan& plan,
                                                        const RecordingChoice& choice);

}  // namespace lanescope::gpu
