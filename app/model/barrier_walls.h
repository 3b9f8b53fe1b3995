// Which arrivals at barriers belong together: those that met.
#pragma once

#include <cstdint>
#include <vector>

#include "trace/trace.h"

namespace warpscope::model {

/// By entry of Trace::barriers the number of its meeting, from 0 in the order in which meetings began. A meeting of a
/// block at one of its barriers ends when somebody who waited there is released, or when lanes arrive that were there
/// already: they can only have come again.
[[nodiscard]] std::vector<std::uint32_t> walls_of(const trace::Trace& trace);

}  // namespace warpscope::model
