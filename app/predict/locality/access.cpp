#include "predict/locality/access.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <utility>

#include "model/access/sector_map.h"

namespace lanescope::predict {
namespace {

constexpr std::uint32_t full_sector = 0xffffffffu;

/// The bytes of a sector that lanes touch, as a mask.
struct Touched {
  std::uint64_t sector = 0;
  std::uint32_t bytes = 0;
};

/// Whether some 8 bytes that begin at a multiple of 8 are touched in part.
bool touches_group_in_part(std::uint32_t bytes) {
  for (; bytes != 0; bytes >>= 8) {
    if ((bytes & 0xffu) != 0 && (bytes & 0xffu) != 0xffu) return true;
  }
  return false;
}

}  // namespace

std::uint32_t tag_wavefronts(std::span<const LineTouch> touches) {
  // On an H200, 9 lines side by side take 3 wavefronts and 32 lines far apart 12: so many are in the busiest of four
  // banks when the banks of lines side by side follow each other and those of others are drawn.
  std::array<std::uint32_t, 4> banks{};
  for (const LineTouch& touch : touches) {
    auto bank = static_cast<std::uint64_t>(touch.line);
    for (unsigned bits = 32; bits >= 2; bits /= 2) bank ^= bank >> bits;
    ++banks[bank & 3u];
  }
  return *std::ranges::max_element(banks);
}

void add_touches(const model::LaneAddresses<std::uint64_t>& addresses, std::uint32_t mask, std::uint32_t bytes_per_lane,
                 Access& access, std::vector<LineTouch>& touches) {
  std::array<Touched, model::lanes_per_warp> found;
  std::size_t count = 0;
  const std::uint32_t width = std::clamp(bytes_per_lane, 1u, model::bytes_per_sector);
  const std::uint32_t ones = width >= 32 ? full_sector : (1u << width) - 1;
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const std::uint64_t address = addresses[static_cast<std::size_t>(std::countr_zero(left))];
    const Touched touched{address / model::bytes_per_sector, ones << address % model::bytes_per_sector};
    // Lanes mostly come in the order of their addresses.
    std::size_t at = count;
    while (at > 0 && found[at - 1].sector > touched.sector) --at;
    if (at > 0 && found[at - 1].sector == touched.sector) {
      found[at - 1].bytes |= touched.bytes;
      continue;
    }
    std::move_backward(found.begin() + static_cast<std::ptrdiff_t>(at),
                       found.begin() + static_cast<std::ptrdiff_t>(count),
                       found.begin() + static_cast<std::ptrdiff_t>(count + 1));
    found[at] = touched;
    ++count;
  }
  access.lanes = static_cast<std::uint32_t>(std::popcount(mask));
  access.bytes = access.lanes * width;
  access.sectors = static_cast<std::uint32_t>(count);
  access.first = static_cast<std::uint32_t>(touches.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto line = static_cast<std::int64_t>(found[i].sector / model::sectors_per_line);
    const auto bit = static_cast<std::uint8_t>(1u << found[i].sector % model::sectors_per_line);
    if (touches.size() == access.first || touches.back().line != line) touches.push_back({line, 0, 0, 0});
    touches.back().sectors |= bit;
    if (found[i].bytes != full_sector) touches.back().partial |= bit;
    if (touches_group_in_part(found[i].bytes)) touches.back().partial_groups |= bit;
  }
  access.lines = static_cast<std::uint32_t>(touches.size()) - access.first;
  if (mask != 0)
    access.address = static_cast<std::int64_t>(addresses[static_cast<std::size_t>(std::countr_zero(mask))]);
}

void add_local_touches(const model::LaneAddresses<std::uint64_t>& words, std::uint32_t mask,
                       std::uint32_t bytes_per_lane, Access& access, std::vector<LineTouch>& touches) {
  constexpr std::uint32_t word_bytes = 4;
  const std::uint32_t words_of_lane = std::max(1u, bytes_per_lane / word_bytes);
  std::map<std::int64_t, std::uint32_t> lanes;  // by line
  for (std::uint32_t left = mask; left != 0; left &= left - 1) {
    const auto lane = static_cast<std::size_t>(std::countr_zero(left));
    for (std::uint32_t word = 0; word < words_of_lane; ++word)
      lanes[static_cast<std::int64_t>(words[lane] + word)] |= 1u << lane;
  }
  access.lanes = static_cast<std::uint32_t>(std::popcount(mask));
  access.bytes = access.lanes * bytes_per_lane;
  access.first = static_cast<std::uint32_t>(touches.size());
  access.lines = static_cast<std::uint32_t>(lanes.size());
  for (const auto& [line, of_line] : lanes) {
    LineTouch touch{line, 0, 0, 0};
    for (unsigned sector = 0; sector < model::sectors_per_line; ++sector) {
      const std::uint32_t of_sector = of_line >> (8 * sector) & 0xffu;
      if (of_sector == 0) continue;
      touch.sectors |= static_cast<std::uint8_t>(1u << sector);
      if (of_sector != 0xffu) touch.partial |= static_cast<std::uint8_t>(1u << sector);
      // Two lanes fill 8 bytes.
      const std::uint32_t halves = (of_sector ^ of_sector >> 1) & 0x55u;
      if (halves != 0) touch.partial_groups |= static_cast<std::uint8_t>(1u << sector);
    }
    access.sectors += static_cast<std::uint32_t>(std::popcount(touch.sectors));
    touches.push_back(touch);
  }
}

}  // namespace lanescope::predict
