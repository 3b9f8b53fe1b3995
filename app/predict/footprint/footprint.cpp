#include "predict/footprint/footprint.h"

#include <algorithm>
#include <utility>

namespace warpscope::predict {

Footprint footprint_of(const BlockSkeleton& block, std::vector<Shift> shifts, const Extent& grid) {
  Footprint footprint;
  footprint.shifts = std::move(shifts);
  for (Shift& shift : footprint.shifts) {
    if (shift.step >= 0) continue;
    shift.step = -shift.step;
    for (std::int64_t& bytes : shift.bytes) bytes = -bytes;
  }
  const auto of_step = [&](std::uint64_t step) -> const std::vector<std::int64_t>* {
    const auto found = std::ranges::find(footprint.shifts, static_cast<std::int64_t>(step), &Shift::step);
    return found == footprint.shifts.end() ? nullptr : &found->bytes;
  };
  std::array<std::vector<std::int64_t>, 3> axes;
  const std::array<std::uint64_t, 3> steps{1, grid[0], grid[0] * grid[1]};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    axes[axis].assign(block.accesses.size(), 0);
    if (grid[axis] <= 1) continue;
    const auto* const bytes = of_step(steps[axis]);
    if (bytes == nullptr) return footprint;
    axes[axis] = *bytes;
  }
  for (const Shift& shift : footprint.shifts) {
    // The neighbour lies inside the grid and near, so that its step has one form in x, y and z.
    std::int64_t left = shift.step;
    const auto plane = static_cast<std::int64_t>(steps[2]), row = static_cast<std::int64_t>(steps[1]);
    std::int64_t z = grid[2] > 1 ? (left + plane / 2) / plane : 0;
    left -= z * plane;
    std::int64_t y = grid[1] > 1 ? (left + (left < 0 ? -row / 2 : row / 2)) / row : 0;
    left -= y * row;
    for (std::size_t i = 0; i < block.accesses.size(); ++i) {
      if (axes[0][i] * left + axes[1][i] * y + axes[2][i] * z != shift.bytes[i]) return footprint;
    }
  }
  footprint.affine = std::move(axes);
  return footprint;
}

}  // namespace warpscope::predict
