#include "predict/locality/neighbours.h"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <utility>

#include "predict/instruction_stream/addresses.h"

namespace lanescope::predict {

std::vector<std::uint32_t> same_sites(const trace::Trace& from, const trace::Trace& to) {
  const auto numbered = [](const trace::Trace& trace) {
    std::map<std::pair<std::string, std::int32_t>, std::uint32_t> seen;
    std::vector<std::pair<std::pair<std::string, std::int32_t>, std::uint32_t>> keys;
    for (const trace::Site& site : trace.sites) {
      const std::pair key(site.entry, site.ptx_line);
      keys.emplace_back(key, seen[key]++);
    }
    return keys;
  };
  std::map<std::pair<std::pair<std::string, std::int32_t>, std::uint32_t>, std::uint32_t> known;
  for (const auto& key : numbered(to)) known.emplace(key, static_cast<std::uint32_t>(known.size()));
  std::vector<std::uint32_t> same;
  for (const auto& key : numbered(from)) {
    const auto found = known.find(key);
    same.push_back(found == known.end() ? no_site : found->second);
  }
  return same;
}

NeighbourShifts::NeighbourShifts(const trace::Trace& trace, std::uint64_t block, const TracedNeighbours& neighbours)
    : trace_(trace), block_(block), neighbours_(neighbours), sites_(trace.sites.size()) {
  std::uint32_t warps = 0;
  for (const trace::Header& header : trace.headers) warps = std::max(warps, header.warp + 1);
  std::vector<std::uint32_t> counts(warps * sites_, 0);
  ordinals_.resize(trace.headers.size());
  for (std::size_t i = 0; i < trace.headers.size(); ++i) {
    const trace::Header& header = trace.headers[i];
    if (header.block == block && trace::lies_in_buffers(trace.sites[header.site].space))
      ordinals_[i] = counts[key_of(header.warp, header.site)]++;
  }
  of_neighbours_.assign(neighbours.blocks.size(), Records(counts.size()));
  known_.assign(neighbours.blocks.size(), true);
  even_.assign(neighbours.blocks.size(), std::vector<bool>(sites_, true));
  const std::vector<std::uint32_t> site_of = same_sites(neighbours.trace, trace);
  for (std::uint32_t i = 0; i < neighbours.trace.headers.size(); ++i) {
    const trace::Header& header = neighbours.trace.headers[i];
    const auto at = std::ranges::find(neighbours.blocks, header.block);
    if (at == neighbours.blocks.end() || !trace::lies_in_buffers(neighbours.trace.sites[header.site].space)) continue;
    const auto number = static_cast<std::size_t>(at - neighbours.blocks.begin());
    const std::uint32_t site = site_of[header.site];
    if (header.warp >= warps || site == no_site) {
      known_[number] = false;
    } else {
      of_neighbours_[number][key_of(header.warp, site)].push_back(i);
    }
  }
  // What was only counted has to be as often, too.
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> more;  // by number (the block itself: the last) and key
  const auto count = [&](const trace::Unrecorded& of, std::size_t number, std::uint32_t site) {
    if (site != no_site && of.warp < warps && trace::lies_in_buffers(trace.sites[site].space))
      more[{number, key_of(of.warp, site)}] += of.times;
  };
  for (const trace::Unrecorded& own : trace.unrecorded) {
    if (own.block == block) count(own, neighbours.blocks.size(), own.site);
  }
  for (const trace::Unrecorded& other : neighbours.trace.unrecorded) {
    const auto at = std::ranges::find(neighbours.blocks, other.block);
    if (at != neighbours.blocks.end())
      count(other, static_cast<std::size_t>(at - neighbours.blocks.begin()), site_of[other.site]);
  }
  const auto more_of = [&](std::size_t number, std::size_t key) {
    const auto found = more.find({number, key});
    return found == more.end() ? 0 : found->second;
  };
  // Where records are missing nothing can be counted.
  if (trace.dropped > 0 || neighbours.trace.dropped > 0) return;
  for (std::size_t number = 0; number < of_neighbours_.size(); ++number) {
    for (std::size_t key = 0; key < counts.size(); ++key) {
      const bool as_often = of_neighbours_[number][key].size() == counts[key] &&
                            (more.empty() || more_of(number, key) == more_of(neighbours.blocks.size(), key));
      if (!as_often) even_[number][key % sites_] = false;
    }
  }
  const auto is_even = [&](std::size_t number) {
    return std::ranges::find(even_[number], false) == even_[number].end();
  };
  bool all_even = true;
  for (std::size_t number = 0; number < even_.size(); ++number) {
    all_even &= is_even(number);
    if (!neighbours.by_data && !is_even(number)) known_[number] = false;
  }
  if (all_even || !neighbours.by_data) return;
  std::vector<std::uint32_t> own_sites(sites_);
  std::iota(own_sites.begin(), own_sites.end(), 0u);
  own_ranges_ = ranges_of(trace, block, own_sites);
  for (const std::uint64_t neighbour : neighbours.blocks)
    ranges_.push_back(ranges_of(neighbours.trace, neighbour, site_of));
}

void NeighbourShifts::Range::add(std::uint64_t first, std::uint64_t bytes) {
  begin = begin == end ? first : std::min(begin, first);
  end = std::max(end, first + bytes);
}

std::vector<NeighbourShifts::Range> NeighbourShifts::ranges_of(const trace::Trace& trace, std::uint64_t block,
                                                               const std::vector<std::uint32_t>& site_of) const {
  std::vector<Range> ranges(sites_);
  const auto bases = buffer_bases(trace);
  for (std::uint32_t record = 0; record < trace.headers.size(); ++record) {
    const trace::Header& header = trace.headers[record];
    const std::uint32_t site = site_of[header.site];
    if (header.block != block || site == no_site || !trace::lies_in_buffers(trace.sites[header.site].space)) continue;
    trace::for_each_lane(header.active_mask, [&](std::uint32_t lane) {
      if (trace.offsets[record][lane] == trace::no_offset) return;
      ranges[site].add(address_of(trace, bases, record, lane), trace.sites[header.site].bytes_per_lane);
    });
  }
  return ranges;
}

std::vector<Shift> NeighbourShifts::of(const InstructionStream& stream) const {
  std::vector<Shift> shifts;
  for (std::size_t number = 0; number < of_neighbours_.size(); ++number) {
    if (!known_[number]) continue;
    if (auto shift = shift_to(number, stream)) shifts.push_back(*std::move(shift));
  }
  return shifts;
}

namespace {

/// Whether most of the lanes that are active in both records lie otherwise to the first of them.
bool have_other_layout(const trace::Offsets& one, const trace::Offsets& other) {
  std::optional<std::size_t> first;
  std::size_t both = 0, moved = 0;
  for (std::size_t lane = 0; lane < trace::lanes_per_warp; ++lane) {
    if (one[lane] == trace::no_offset || other[lane] == trace::no_offset) continue;
    if (!first) first = lane;
    ++both;
    // Differences of unsigned numbers are right also where they are negative.
    moved += one[lane] - one[*first] != other[lane] - other[*first] ? 1u : 0u;
  }
  return 2 * moved > both;
}

}  // namespace

std::optional<Shift> NeighbourShifts::shift_to(std::size_t neighbour, const InstructionStream& stream) const {
  const trace::Trace& other = neighbours_.trace;
  const auto own_bases = buffer_bases(trace_), other_bases = buffer_bases(other);
  // Of two blocks that read one part of a buffer at addresses that data decide, each meets what the other has touched
  // by chance. Else the one goes on where the other ends.
  constexpr double mostly = 0.5;
  const auto overlap = [](const Range& a, const Range& b) {
    const std::uint64_t begin = std::max(a.begin, b.begin), end = std::min(a.end, b.end);
    const std::uint64_t smaller = std::min(a.end - a.begin, b.end - b.begin);
    return smaller == 0 || end <= begin ? 0.0 : static_cast<double>(end - begin) / static_cast<double>(smaller);
  };
  Shift shift;
  shift.step = static_cast<std::int64_t>(neighbours_.blocks[neighbour]) - static_cast<std::int64_t>(block_);
  for (std::size_t i = 0; i < stream.accesses.size(); ++i) {
    const std::uint32_t record = stream.records[i];
    if (record == InstructionStream::no_record) {
      shift.bytes.push_back(0);
      shift.scattered.push_back(false);
      continue;
    }
    const trace::Header& header = trace_.headers[record];
    std::int64_t& bytes = shift.bytes.emplace_back(0);
    shift.scattered.push_back(false);
    if (!trace::lies_in_buffers(trace_.sites[header.site].space)) continue;
    if (!even_[neighbour][header.site]) {
      const Range &own = own_ranges_[header.site], &its = ranges_[neighbour][header.site];
      shift.scattered.back() = overlap(own, its) > mostly;
      bytes = its.begin == its.end ? no_sharing : static_cast<std::int64_t>(its.begin - own.begin);
      continue;
    }
    const auto& records = of_neighbours_[neighbour][key_of(header.warp, header.site)];
    if (ordinals_[record] >= records.size()) return std::nullopt;
    const std::uint32_t same = records[ordinals_[record]];
    const auto first_lane = [](const trace::Trace& trace, std::uint32_t at) {
      std::uint32_t mask = trace.headers[at].active_mask;
      while (mask != 0 && trace.offsets[at][static_cast<std::size_t>(std::countr_zero(mask))] == trace::no_offset)
        mask &= mask - 1;
      return static_cast<std::uint32_t>(std::countr_zero(mask));
    };
    const std::uint32_t from = first_lane(trace_, record), to = first_lane(other, same);
    if (from >= trace::lanes_per_warp || to >= trace::lanes_per_warp) continue;
    bytes = static_cast<std::int64_t>(address_of(other, other_bases, same, to)) -
            static_cast<std::int64_t>(address_of(trace_, own_bases, record, from));
    shift.scattered.back() = have_other_layout(trace_.offsets[record], other.offsets[same]);
  }
  return shift;
}

}  // namespace lanescope::predict
