#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

void Block::fetch_texture(Warp& warp, const Op& op, std::uint32_t active) {
  const WarpSplit& split = current(warp);
  const Fetch& how = split.top.code->fetches[op.target];
  const Bases bases = bases_of(warp, split.top);
  trace::Offsets offsets;
  offsets.fill(trace::no_offset);
  std::uint32_t buffer = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (stopped_) return;
    const std::uint64_t handle = register_value(at(bases, how.handle), 8, lane);
    if (handle == 0 || handle > launch_.textures.size() || launch_.textures[handle - 1].surface) {
      fault<"out_of_bounds.no_texture">(FaultKind::out_of_bounds, warp, lane, {}, handle);
      return;
    }
    const BoundTexture& texture = launch_.textures[handle - 1];
    Region& region = *texture.region;
    buffer = region.trace_buffer;
    const std::size_t texel = catalogue::size_of(texture.shape.type);
    const TexelReader read = [&](std::uint64_t index) {
      const std::uint64_t offset = index * texel;
      if (!begin_access(region, 1, &offset, texel, false)) return std::uint64_t{0};
      if (region.shadow) {
        std::uint64_t places[warp_lanes] = {};
        places[lane] = offset;
        Access load;
        load.element_bytes = static_cast<std::uint8_t>(texel);
        check_global_races(warp, op, load, region, 1u << lane, places, how.site);
      }
      if (region.written && !was_written(region, offset, texel) && !note_unknown(warp, 1u << lane) && !stopped_) {
        fault<"uninitialised.texel">(FaultKind::uninitialised, warp, lane, in_region(region, offset), index,
                                     region.title());
      }
      // The trace shows the first texel of a filtered fetch.
      if (offsets[lane] == trace::no_offset) {
        offsets[lane] = static_cast<std::uint32_t>(offset / trace::granule_of(region.bytes));
      }
      std::uint64_t bits = 0;
      std::memcpy(&bits, region.data.data() + offset, texel);
      return bits;
    };
    const auto x = static_cast<std::uint32_t>(register_value(at(bases, how.x), 4, lane));
    Texel value{};
    if (how.integer_coordinates) {
      value = fetch_linear(texture.shape, static_cast<std::int32_t>(x), read);
    } else {
      const std::uint32_t y =
          how.two_dimensional ? static_cast<std::uint32_t>(register_value(at(bases, how.y), 4, lane)) : 0;
      value = fetch(texture.shape, std::bit_cast<float>(x), std::bit_cast<float>(y), read);
    }
    for (std::size_t component = 0; component < 4; ++component) {
      set_register(at(bases, op.slots[component]), 4, lane, value[component]);
    }
  });
  if (stopped_ || !launch_.records()) return;
  record(warp, how.site, active, buffer, offsets, &op, 4);
}

}  // namespace lanescope::emulator
