#include "predict/footprint/footprint.h"

#include <algorithm>
#include <map>

namespace warpscope::predict {
namespace {

/// Returns the shift of every access, when both blocks do the same.
std::optional<std::vector<std::int64_t>> shift_between(const BlockSkeleton& from, const BlockSkeleton& to) {
  if (from.accesses.size() != to.accesses.size()) return std::nullopt;
  std::vector<std::int64_t> bytes(from.accesses.size(), 0);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const Access &a = from.accesses[i], &b = to.accesses[i];
    if (a.kind != b.kind || a.shared != b.shared) return std::nullopt;
    if (!a.shared) bytes[i] = b.address - a.address;
  }
  return bytes;
}

std::vector<std::int64_t> times(const std::vector<std::int64_t>& bytes, std::int64_t factor) {
  std::vector<std::int64_t> product = bytes;
  for (std::int64_t& value : product) value *= factor;
  return product;
}

}  // namespace

Footprint footprint_of(const BlockSkeleton& block, std::span<const Neighbour> neighbours, const Extent& grid) {
  Footprint footprint;
  for (const Neighbour& neighbour : neighbours) {
    auto bytes = shift_between(block, neighbour.skeleton);
    if (!bytes) continue;
    // All shifts count forward.
    if (neighbour.step < 0) bytes = times(*bytes, -1);
    footprint.shifts.push_back({std::abs(neighbour.step), std::move(*bytes)});
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
