// Which arrivals at barriers belong to the same use of a barrier.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warpscope::model {

/// By entry of Trace::barriers the number of the use that it belongs to, from 0 in the order in which the uses begin. A
/// block's use of one of its barriers ends when a warp that waited there is released, or when lanes arrive that have
/// arrived already: they can only have come a second time.
[[nodiscard]] std::vector<std::uint32_t> barrier_uses(const trace::Trace& trace);

}  // namespace warpscope::model
