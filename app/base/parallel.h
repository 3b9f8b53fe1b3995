// Work on many elements, divided among the cores.
#pragma once

#include <cstdint>
#include <functional>

namespace lanescope {

/// Returns how many cores this process may use (as taskset or a container leaves them); at least 1.
[[nodiscard]] unsigned core_count();

/// Calls work(begin, end) for neighbouring parts of [0, count), each a multiple of `step` long except the last one, on
/// as many threads as there are cores, but at most one for each `grain_size` elements. Returns when all is done; an
/// exception of a part is thrown again. The parts depend on the machine, and results must not depend on the parts.
void parallel_for(std::uint64_t count, std::uint64_t grain_size, std::uint64_t step,
                  const std::function<void(std::uint64_t begin, std::uint64_t end)>& work);

}  // namespace lanescope
