#include "predict/locality/locality.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace lanescope::predict {
namespace {

using Steps = std::array<std::int64_t, 3>;

/// Returns the blocks along x, y and z that a step of a near neighbour is, which lies inside the grid.
Steps along_axes(std::int64_t step, const Extent& grid) {
  const auto row = static_cast<std::int64_t>(grid[0]), plane = static_cast<std::int64_t>(grid[0] * grid[1]);
  const std::int64_t z = grid[2] > 1 ? (step + plane / 2) / plane : 0;
  step -= z * plane;
  const std::int64_t y = grid[1] > 1 ? (step + (step < 0 ? -row / 2 : row / 2)) / row : 0;
  return {step - y * row, y, z};
}

/// Returns how often a step can be taken from the middle of the grid.
std::int64_t max_repeats(std::int64_t step, const Extent& grid) {
  const Steps along = along_axes(step, grid);
  auto repeats = static_cast<std::int64_t>(grid[0] * grid[1] * grid[2]);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (along[axis] != 0)
      repeats = std::min(repeats, static_cast<std::int64_t>(grid[axis] / 2) / std::abs(along[axis]));
  }
  return std::max<std::int64_t>(repeats, 1);
}

/// Returns the share of the blocks that have no block such a step before them.
double share_without_predecessor(std::int64_t step, const Extent& grid) {
  const Steps along = along_axes(step, grid);
  double with = 1;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    with *= std::max(0.0, 1 - std::abs(static_cast<double>(along[axis])) / static_cast<double>(grid[axis]));
  }
  return 1 - with;
}

}  // namespace

Locality locality_of(const InstructionStream& block, std::vector<Shift> shifts, const Extent& grid) {
  Locality locality;
  locality.shifts = std::move(shifts);
  for (Shift& shift : locality.shifts) {
    shift.max_repeats = max_repeats(std::abs(shift.step), grid);
    shift.share_without_predecessor = share_without_predecessor(std::abs(shift.step), grid);
    if (shift.step >= 0) continue;
    shift.step = -shift.step;
    for (std::int64_t& bytes : shift.bytes) bytes = -bytes;
  }
  const auto of_step = [&](std::uint64_t step) -> const std::vector<std::int64_t>* {
    const auto found = std::ranges::find(locality.shifts, static_cast<std::int64_t>(step), &Shift::step);
    return found == locality.shifts.end() ? nullptr : &found->bytes;
  };
  // Where data decide where an access lies, nothing follows from its place in another block.
  std::vector<bool>& scattered = locality.scattered;
  scattered.resize(block.accesses.size());
  for (const Shift& shift : locality.shifts) {
    for (std::size_t i = 0; i < std::min(scattered.size(), shift.scattered.size()); ++i)
      scattered[i] = scattered[i] || shift.scattered[i];
  }
  std::array<std::vector<std::int64_t>, 3> axes;
  const std::array<std::uint64_t, 3> steps{1, grid[0], grid[0] * grid[1]};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    axes[axis].assign(block.accesses.size(), 0);
    if (grid[axis] <= 1) continue;
    const auto* const bytes = of_step(steps[axis]);
    if (bytes == nullptr) return locality;
    axes[axis] = *bytes;
    for (std::size_t i = 0; i < scattered.size(); ++i) {
      if (scattered[i]) axes[axis][i] = 0;
    }
  }
  for (const Shift& shift : locality.shifts) {
    const auto [x, y, z] = along_axes(shift.step, grid);
    for (std::size_t i = 0; i < block.accesses.size(); ++i) {
      if (!scattered[i] && axes[0][i] * x + axes[1][i] * y + axes[2][i] * z != shift.bytes[i]) return locality;
    }
  }
  locality.affine = std::move(axes);
  return locality;
}

}  // namespace lanescope::predict
