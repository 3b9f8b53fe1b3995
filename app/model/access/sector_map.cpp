#include "model/access/sector_map.h"

#include <algorithm>
#include <bit>

namespace lanescope::model {

namespace {

LineUse& line_at(std::vector<LineUse>& lines, std::uint64_t line) {
  const auto found = std::lower_bound(lines.begin(), lines.end(), line,
                                      [](const LineUse& one, std::uint64_t wanted) { return one.line < wanted; });
  if (found != lines.end() && found->line == line) return *found;
  return *lines.insert(found, LineUse{line, {}});
}

/// Marks up to 32 bytes, aligned to their size, so that they lie within one sector. Returns the address of the first.
std::uint64_t touch(std::vector<LineUse>& lines, std::uint64_t address, std::uint32_t bytes_per_lane,
                    std::uint32_t lane) {
  const std::uint32_t width = std::clamp(std::bit_ceil(bytes_per_lane), 1u, bytes_per_sector);
  const std::uint32_t bytes = width == bytes_per_sector ? 0xffffffffu : (1u << width) - 1;
  address = address / width * width;
  SectorUse& sector = line_at(lines, address / bytes_per_line).sectors.at(address % bytes_per_line / bytes_per_sector);
  sector.used |= bytes << (address % bytes_per_sector);
  sector.lanes |= 1u << lane;
  return address;
}

/// Marks word w of lane l at word 32 * w + l of the warp's local memory: see local_sectors().
std::uint64_t touch_local(std::vector<LineUse>& lines, std::uint64_t address, std::uint32_t bytes_per_lane,
                          std::uint32_t lane) {
  constexpr std::uint32_t word = 4;
  const std::uint32_t width = std::max(bytes_per_lane, 1u), part = std::min(width, word);  // of a word
  const std::uint64_t first = address / width * width;
  const auto place_of = [&](std::uint64_t at) { return at / word * bytes_per_line + word * lane + at % word; };
  for (std::uint64_t at = first; at < first + width; at += word) touch(lines, place_of(at), part, lane);
  return place_of(first);
}

}  // namespace

std::uint32_t LineUse::moved() const {
  return static_cast<std::uint32_t>(
      std::count_if(sectors.begin(), sectors.end(), [](const SectorUse& sector) { return sector.moved(); }));
}

double SectorMap::amplification() const {
  return bytes_used == 0 ? 0 : static_cast<double>(bytes_moved()) / bytes_used;
}

SectorMap sector_map(const LaneAccess<std::uint64_t>& access) {
  SectorMap map;
  const bool local = access.space == Space::local;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    if ((access.active_mask >> lane & 1u) == 0) continue;
    const std::uint64_t address = access.addresses->at(lane);
    map.first_bytes[lane] = local ? touch_local(map.lines, address, access.bytes_per_lane, lane)
                                  : touch(map.lines, address, access.bytes_per_lane, lane);
  }
  for (const LineUse& line : map.lines) {
    map.sectors += line.moved();
    for (const SectorUse& sector : line.sectors) {
      map.bytes_used += static_cast<std::uint32_t>(std::popcount(sector.used));
    }
  }
  map.lanes = access.active_mask;
  map.sectors_ideal = local ? local_sectors(access).sectors_ideal : global_sectors(access).sectors_ideal;
  return map;
}

std::optional<SectorMap> sector_map(const trace::Trace& trace, std::size_t record, std::uint32_t bytes_per_lane,
                                    std::uint32_t lanes) {
  const trace::Header& header = trace.headers.at(record);
  const trace::Site& site = trace.sites.at(header.site);
  if (site.space != Space::global && site.space != Space::local) return {};
  const trace::Offsets& offsets = trace.offsets.at(record);
  const std::uint64_t granule = trace.granule_of(header);
  LaneAddresses<std::uint64_t> addresses{};
  std::uint32_t mask = 0;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    if ((header.active_mask & lanes & 1u << lane) == 0 || offsets[lane] == trace::no_offset) continue;
    addresses[lane] = offsets[lane] * granule;
    mask |= 1u << lane;
  }
  return sector_map({site.space, site.operation, bytes_per_lane, mask, &addresses});
}

}  // namespace lanescope::model
