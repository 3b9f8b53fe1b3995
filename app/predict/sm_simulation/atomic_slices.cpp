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
  // Some lines side by side lie in one slice: on an H200 4 and 8 lines are twice as fast as one, and from there on it
  // grows with the lines until they meet in the same slices by chance.
  constexpr double few = 2, all = 12;
  const double most = all * of_32_lines_;
  return std::max(std::clamp(0.62 * lines, 1.0, few), most * -std::expm1(-lines / 32 / all));
}

}  // namespace lanescope::predict
