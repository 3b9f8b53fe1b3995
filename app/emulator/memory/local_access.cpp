#include <fmt/format.h>

#include <bit>
#include <cstring>

#include "emulator/execution/block.h"
#include "emulator/memory/moves.h"
#include "emulator/messages.h"

namespace lanescope::emulator {

void Block::local_access(Warp& warp, const Op& op, const Access& how, std::uint32_t active,
                         const std::uint64_t* address, std::uint32_t site) {
  const WarpSplit& split = current(warp);
  const Bases bases = bases_of(warp, split.top);
  const std::uint32_t bytes = how.bytes();
  const std::uint64_t limit = split.top.local_base + split.top.code->local_bytes;
  const bool loads = how.operation == trace::Operation::load;
  std::uint32_t good = 0;
  for_each_lane(active, [&](std::uint32_t lane) {
    if (stopped_) return;
    const std::uint64_t offset = address[lane];
    const FaultAddress where = in_local_memory(offset);
    if (offset + bytes > limit || offset > limit) {
      fault<"out_of_bounds.local_memory">(FaultKind::out_of_bounds, warp, lane, where,
                                          loads ? message<"access.reads">() : message<"access.writes">(), bytes,
                                          static_cast<std::int64_t>(offset), limit);
    } else if (offset % bytes != 0) {
      fault<"misaligned.local_memory">(FaultKind::misaligned, warp, lane, where,
                                       loads ? message<"access.reads">() : message<"access.writes">(), bytes, offset,
                                       bytes);
    } else {
      good |= 1u << lane;
    }
    if ((good >> lane & 1u) == 0) {
      zero_results(bases, op, how, 1u << lane);
      return;
    }
    const bool checked = !how.private_parameter;
    bool written = true;
    for (std::uint32_t element = 0; element < how.elements; ++element) {
      std::byte* const registers = at(bases, op.slots[element]);
      const std::uint64_t begin = offset + std::uint64_t{element} * how.element_bytes;
      std::uint64_t value = loads ? 0 : register_value(registers, how.register_bytes, lane);
      if (!loads && how.operation != trace::Operation::store) break;
      for (std::uint32_t byte = 0; byte < how.element_bytes;) {
        const std::uint64_t place = begin + byte;
        const std::size_t index = place / 4 * warp_lanes + lane;
        const auto shift = static_cast<std::uint32_t>(place % 4 * 8);
        const std::uint32_t here =
            std::min<std::uint32_t>(4 - static_cast<std::uint32_t>(place % 4), how.element_bytes - byte);
        const std::uint32_t mask = here == 4 ? ~0u : ((1u << (8 * here)) - 1) << shift;
        const std::uint8_t nibble = static_cast<std::uint8_t>(((1u << here) - 1) << (place % 4));
        std::uint32_t& word = warp.local.words[index];
        if (loads) {
          value |= static_cast<std::uint64_t>((word & mask) >> shift) << (8 * byte);
          written = written && (warp.local.written[index] & nibble) == nibble;
        } else {
          word = (word & ~mask) | (static_cast<std::uint32_t>(value >> (8 * byte)) << shift & mask);
          warp.local.written[index] |= nibble;
        }
        byte += here;
      }
      if (loads) {
        if (how.sign_extend && how.element_bytes < 8) {
          const unsigned unused = 64 - 8 * how.element_bytes;
          value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << unused) >> unused);
        }
        set_register(registers, how.register_bytes, lane, value);
      }
    }
    if (loads && checked && how.undefined != Access::none_noted) {
      note_undefined(bases, how, 1u << lane, written ? 0 : 1u << lane, address);
    } else if (loads && checked && !written) {
      fault<"uninitialised.local_memory">(FaultKind::uninitialised, warp, lane, where, bytes, offset);
    }
  });
  if (stopped_) return;
  if (how.operation == trace::Operation::atomic || how.operation == trace::Operation::reduce) {
    // No other thread sees local memory, so lanes run one after another. Its words are not adjacent, so it uses a copy.
    for_each_lane(good, [&](std::uint32_t lane) {
      alignas(8) std::byte copy[8] = {};
      const std::uint64_t first = address[lane] / 4;
      for (std::uint32_t word = 0; word < (bytes + 3) / 4; ++word) {
        std::memcpy(copy + 4 * word, &warp.local.words[(first + word) * warp_lanes + lane], 4);
      }
      std::byte* places[warp_lanes];
      places[lane] = copy + address[lane] % 4;
      atomic(warp, op, how, 1u << lane, places);
      for (std::uint32_t word = 0; word < (bytes + 3) / 4; ++word) {
        std::memcpy(&warp.local.words[(first + word) * warp_lanes + lane], copy + 4 * word, 4);
        warp.local.written[(first + word) * warp_lanes + lane] = 0xf;
      }
    });
  }
  if (how.site == no_site || !launch_.records()) return;
  record(warp, site, active, 0, good, address, 1, op, how.register_bytes);
}

}  // namespace lanescope::emulator
