// Surfaces: arrays that kernels read and write by coordinates. In the emulator they are the buffers themselves, row
// after row. Source: PTX ISA, "Surface Instructions"; CUDA C++ Programming Guide, "Surface Functions".
#include <fmt/format.h>

#include <algorithm>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

std::optional<std::uint64_t> Block::surface_place(const Warp& warp, const Surface& how, const BoundTexture& surface,
                                                  std::uint32_t lane) {
  const Bases bases = bases_of(warp, warp.splits[warp.current].top);
  const auto coordinate = [&](Slot slot) {
    return std::int64_t{static_cast<std::int32_t>(register_value(at(bases, slot), 4, lane))};
  };
  const auto texel = static_cast<std::int64_t>(catalogue::size_of(surface.shape.type));
  const std::int64_t row_bytes = static_cast<std::int64_t>(surface.shape.width) * texel;
  const auto rows = static_cast<std::int64_t>(surface.shape.height);
  const std::int64_t bytes = how.access.bytes();
  std::int64_t x = coordinate(how.x), y = how.two_dimensional ? coordinate(how.y) : 0;
  const Message doing =
      how.access.operation == trace::Operation::load ? message<"access.reads">() : message<"access.writes">();
  const FaultAddress where{std::nullopt, {trace::Space::global, surface.region->name.text()}};
  const bool outside = x < 0 || x + bytes > row_bytes || y < 0 || y >= rows;
  if (outside && how.outside == Surface::Outside::zero) return std::nullopt;
  if (outside && (how.outside == Surface::Outside::trap || row_bytes < bytes || rows == 0)) {
    fault<"out_of_bounds.surface">(FaultKind::out_of_bounds, warp, lane, where, doing, bytes, x, y,
                                   surface.region->title(), rows, row_bytes);
    return std::nullopt;
  }
  x = std::clamp(x, std::int64_t{0}, row_bytes - bytes);
  y = std::clamp(y, std::int64_t{0}, rows - 1);
  if (x % bytes != 0) {
    fault<"misaligned.surface">(FaultKind::misaligned, warp, lane, where, doing, bytes, x, surface.region->title(),
                                bytes);
    return std::nullopt;
  }
  return static_cast<std::uint64_t>(y * row_bytes + x);
}

void Block::access_surface(Warp& warp, const Op& op, std::uint32_t active) {
  const Surface& how = current(warp).top.code->surfaces[op.target];
  const Access& access = how.access;
  const Bases bases = bases_of(warp, current(warp).top);
  const bool loads = access.operation == trace::Operation::load;
  const std::uint64_t handle = register_value(at(bases, how.handle), 8, first_lane(active));
  if (handle == 0 || handle > launch_.textures.size() || !launch_.textures[handle - 1].surface) {
    fault<"out_of_bounds.no_surface">(FaultKind::out_of_bounds, warp, first_lane(active), {}, handle);
    zero_results(bases, op, access, active);
    return;
  }
  std::uint32_t same = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (register_value(at(bases, how.handle), 8, lane) == handle) same |= 1u << lane;
  });
  if (same != active) {
    access_surface(warp, op, active & ~same);
    if (stopped_) return;
  }
  const BoundTexture& surface = launch_.textures[handle - 1];
  Region& region = *surface.region;
  alignas(64) std::uint64_t offsets[warp_lanes] = {};
  std::uint32_t good = 0;
  for_each_lane(same, [&](std::uint32_t lane) {
    const auto place = stopped_ ? std::nullopt : surface_place(warp, how, surface, lane);
    if (!place) return;
    offsets[lane] = *place;
    good |= 1u << lane;
  });
  if (stopped_) return;
  zero_results(bases, op, access, same & ~good);
  const std::uint64_t bytes = access.bytes();
  if (good != 0) {
    if (!begin_access(region, good, offsets, bytes, !loads)) return;
    if (region.shadow) check_global_races(warp, op, access, region, good, offsets, access.site);
    if (stopped_) return;
    if (loads) {
      for_each_lane(good, [&](std::uint32_t lane) {
        if (stopped_ || !region.written || was_written(region, offsets[lane], bytes)) return;
        if (!note_unknown(warp, 1u << lane)) report_early_read(warp, lane, &region, offsets[lane], access);
      });
      if (stopped_) return;
      load_elements(bases, op, access, region.data.data(), offsets, good);
    } else {
      store_elements(bases, op, access, region.data.data(), offsets, good);
      if (region.written) {
        for_each_lane(good, [&](std::uint32_t lane) { mark_written(region, offsets[lane], bytes); });
      }
    }
  }
  if (!launch_.records()) return;
  record(warp, access.site, same, region.trace_buffer, good, offsets, trace::granule_of(region.bytes), op,
         access.register_bytes);
}

}  // namespace lanescope::emulator
