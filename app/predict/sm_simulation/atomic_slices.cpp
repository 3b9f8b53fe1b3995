#include "predict/sm_simulation/atomic_slices.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace lanescope::predict {

double AtomicSlices::lines_of_site(std::uint32_t site) {
  const auto [known, added] = lines_.try_emplace(site, 0);
  if (!added) return known->second;
  std::set<std::int64_t> lines;
  for (const Access& access : block_.accesses) {
    if (access.site != site || access.shared) continue;
    for (std::uint32_t t = access.first; t < access.first + access.lines; ++t) lines.insert(block_.touches[t].line);
  }
  return known->second = static_cast<double>(lines.size());
}

double AtomicSlices::of(std::uint32_t index) {
  const Access& access = block_.accesses[index];
  double lines = access.buffer_lines;
  if (locality_.affine && !locality_.is_scattered(index)) {
    double bytes = 0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const auto step = static_cast<double>((*locality_.affine)[axis][index]);
      bytes += std::abs(step) * static_cast<double>(grid_[axis] - 1);
    }
    lines = std::min(lines, lines_of_site(access.site) + bytes / 128);
  }
  // Few lines side by side are spread unevenly: 4 lines are twice as fast as one, and 32 lines six times
  // (probe/atomic_result).
  return std::clamp(of_32_lines_ * std::sqrt(lines / 32), 1.0, std::max(1.0, lines));
}

}  // namespace lanescope::predict
