#include "model/heat/heat_touches.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

namespace lanescope::model {
namespace {

using trace::lanes_per_warp;
using trace::Operation;
using trace::Space;

TouchSite touch_of(const trace::Site& site) {
  TouchSite result{0, site.bytes_per_lane};
  // The trace names one texel of a texture fetch of any width. Only surfaces are written.
  if (site.space == Space::texture) {
    result = site.operation == Operation::store ? TouchSite{TouchSite::writes, site.bytes_per_lane}
                                                : TouchSite{TouchSite::reads, 0};
  }
  if (site.space != Space::global) return result;
  const bool both = site.operation == Operation::reduce || site.operation == Operation::atomic;
  const bool stores = site.operation == Operation::store || site.operation == Operation::matrix_store ||
                      site.operation == Operation::bulk_store;
  if (both || !stores) result.touch |= TouchSite::reads;  // a copy reads global memory
  if (both || stores) result.touch |= TouchSite::writes;
  return result;
}

/// A set of elements in pages that exist only where a bit is set: buffers are large, and traces access few elements.
class ElementSet {
 public:
  /// Returns false when the element was already in the set.
  bool insert(std::uint32_t element) {
    const std::size_t page = element / page_elements;
    if (page >= pages_.size()) pages_.resize(page + 1);
    if (!pages_[page]) pages_[page] = std::make_unique<Page>();
    std::uint64_t& word = (*pages_[page])[element % page_elements / 64];
    const std::uint64_t bit = std::uint64_t{1} << (element % 64);
    const bool inserted = (word & bit) == 0;
    word |= bit;
    return inserted;
  }
  void clear() { pages_.clear(); }

 private:
  static constexpr std::uint32_t page_elements = 1u << 15;
  using Page = std::array<std::uint64_t, page_elements / 64>;
  std::vector<std::unique_ptr<Page>> pages_;
};

struct Seen {
  ElementSet touched, stored;
  std::uint32_t launch = 0;  // to which `stored` belongs
};

}  // namespace

std::vector<TouchSite> touch_sites(std::span<const trace::Site> sites) {
  std::vector<TouchSite> result;
  result.reserve(sites.size());
  for (const trace::Site& site : sites) result.push_back(touch_of(site));
  return result;
}

std::uint32_t elements_of(const TouchSite& site, const ElementGrid& grid) {
  return std::max(site.bytes_per_lane / grid.bytes_per_element, 1u);
}

LaneElements elements_of(const trace::Trace& trace, std::size_t record, std::uint32_t lane, const ElementGrid& grid) {
  const trace::Header& header = trace.headers[record];
  const std::uint32_t offset = trace.offsets[record].at(lane);
  if ((header.active_mask >> lane & 1u) == 0 || offset == trace::no_offset) return {};
  const std::uint32_t first = grid.element_at(offset);
  if (first >= grid.elements) return {};
  const std::uint32_t count = elements_of(touch_of(trace.sites[header.site]), grid);
  return {first, std::min(count, grid.elements - first)};
}

Touches touches_of(const trace::Trace& trace, std::span<const std::optional<ElementGrid>> grids,
                   std::vector<std::uint32_t> order) {
  Touches touches;
  touches.order = std::move(order);
  touches.sites = touch_sites(trace.sites);
  touches.rewriting.resize(trace.headers.size());
  touches.first_touches.resize(trace.headers.size());
  std::vector<Seen> seen(grids.size());
  for (const std::uint32_t record : touches.order) {
    const trace::Header& header = trace.headers[record];
    if (touches.sites[header.site].touch == 0 || header.buffer >= grids.size() || !grids[header.buffer]) continue;
    Seen& here = seen[header.buffer];
    const bool plain_store = trace.sites[header.site].operation == Operation::store;
    if (plain_store && std::exchange(here.launch, header.launch) != header.launch) here.stored.clear();
    for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
      const LaneElements elements = elements_of(trace, record, lane, *grids[header.buffer]);
      for (std::uint32_t n = 0; n < elements.count; ++n) {
        touches.first_touches[record] += here.touched.insert(elements.first + n) ? 1u : 0u;
        if (plain_store && !here.stored.insert(elements.first + n)) touches.rewriting[record] |= 1u << lane;
      }
    }
  }
  return touches;
}

void TouchCounter::count_to(const trace::Trace& trace, const Touches& touches, std::uint32_t end) {
  end = std::min(end, static_cast<std::uint32_t>(touches.order.size()));
  if (end < end_ || totals_.size() != trace.buffers.size()) {
    totals_.assign(trace.buffers.size(), {});
    end_ = 0;
  }
  for (; end_ < end; ++end_) {
    const std::uint32_t record = touches.order[end_];
    const trace::Header& header = trace.headers[record];
    const std::uint32_t touch = touches.sites[header.site].touch;
    if (touch == 0) continue;
    TouchTotals& totals = totals_[header.buffer];
    std::uint32_t lanes = 0;
    for (const std::uint32_t offset : trace.offsets[record]) lanes += offset != trace::no_offset ? 1u : 0u;
    totals.loads += (touch & TouchSite::reads) != 0 ? lanes : 0;
    totals.stores += (touch & TouchSite::writes) != 0 ? lanes : 0;
    totals.touched += touches.first_touches[record];
    totals.rewritten += static_cast<std::uint32_t>(std::popcount(touches.rewriting[record]));
    totals.out_of_bounds_lanes += static_cast<std::uint32_t>(std::popcount(header.active_mask)) - lanes;
  }
}

std::vector<BlockArea> block_areas(const trace::Trace& trace, const Touches& touches, std::uint32_t buffer,
                                   const ElementGrid& grid) {
  std::vector<BlockArea> areas;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> places;  // launch and block to area
  for (std::uint32_t position = 0; position < touches.order.size(); ++position) {
    const std::uint32_t record = touches.order[position];
    const trace::Header& header = trace.headers[record];
    if (touches.sites[header.site].touch == 0 || header.buffer != buffer) continue;
    for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
      const LaneElements elements = elements_of(trace, record, lane, grid);
      for (std::uint32_t n = 0; n < elements.count; ++n) {
        const std::uint32_t column = (elements.first + n) % grid.columns, row = (elements.first + n) / grid.columns;
        const auto [place, is_new] = places.try_emplace({header.launch, header.block}, areas.size());
        if (is_new) areas.push_back({header.launch, header.block, position, position, column, row, 0, 0});
        BlockArea& area = areas[place->second];
        area.last = position;
        area.left = std::min(area.left, column);
        area.top = std::min(area.top, row);
        area.right = std::max(area.right, column + 1);
        area.bottom = std::max(area.bottom, row + 1);
      }
    }
  }
  return areas;
}

std::vector<HeatRecord> heat_records(const trace::Trace& trace, const Touches& touches) {
  std::vector<HeatRecord> records(touches.order.size());
  for (std::size_t position = 0; position < records.size(); ++position) {
    const std::uint32_t index = touches.order[position];
    const trace::Header& header = trace.headers[index];
    HeatRecord& record = records[position];
    record.offsets.fill(trace::no_offset);
    if (header.site >= max_numbered || header.buffer >= max_numbered || header.launch >= max_numbered) continue;
    record.site = static_cast<std::uint16_t>(header.site);
    record.buffer = static_cast<std::uint16_t>(header.buffer);
    record.rewriting = touches.rewriting[index];
    record.block = header.block;
    record.warp = static_cast<std::uint16_t>(header.warp);  // a block has at most 32
    record.launch = static_cast<std::uint16_t>(header.launch);
    record.offsets = trace.offsets[index];
  }
  return records;
}

std::string defect(std::span<const HeatRecord> records, std::size_t sites, std::size_t buffers) {
  for (std::size_t position = 0; position < records.size(); ++position) {
    const HeatRecord& record = records[position];
    if (record.site >= sites) return fmt::format("record {} names site {} of {}", position, record.site, sites);
    if (record.buffer >= buffers) {
      return fmt::format("record {} names buffer {} of {}", position, record.buffer, buffers);
    }
  }
  return {};
}

}  // namespace lanescope::model
