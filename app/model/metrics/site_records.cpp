#include "model/metrics/site_records.h"

#include <algorithm>
#include <tuple>

namespace lanescope::model {
namespace {

using trace::Header;
using trace::lanes_per_warp;
using trace::no_offset;

auto warp_of(const Header& header) {
  return std::tuple(header.launch, header.block, header.warp);
}

}  // namespace

SiteRecords::SiteRecords(const trace::Trace& trace) : trace_(trace), records_(trace.sites.size()) {
  for (std::uint32_t record = 0; record < trace.headers.size(); ++record) {
    records_.at(trace.headers[record].site).push_back(record);
  }
  for (auto& records : records_) {
    std::stable_sort(records.begin(), records.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Header &left = trace.headers[a], &right = trace.headers[b];
      return std::tuple(warp_of(left), left.order()) < std::tuple(warp_of(right), right.order());
    });
  }
}

std::optional<std::int64_t> SiteRecords::distance(std::uint32_t from, std::uint32_t to) const {
  const auto& left = records_[from];
  const auto& right = records_[to];
  std::optional<std::int64_t> distance;
  std::size_t a = 0, b = 0;
  while (a < left.size() && b < right.size()) {
    const Header &first = trace_.headers[left[a]], &second = trace_.headers[right[b]];
    if (warp_of(first) != warp_of(second)) {
      // Dropped records may lie between the two; in a complete trace none is missing.
      if (trace_.dropped == 0) return std::nullopt;
      (warp_of(first) < warp_of(second) ? a : b) += 1;
      continue;
    }
    if (first.active_mask != second.active_mask || first.buffer != second.buffer) return std::nullopt;
    const auto& from_offsets = trace_.offsets[left[a]];
    const auto& to_offsets = trace_.offsets[right[b]];
    const auto unit = std::int64_t{trace_.granule_of(first)};
    for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
      if (from_offsets[lane] == no_offset || to_offsets[lane] == no_offset) continue;
      const std::int64_t here = (std::int64_t{to_offsets[lane]} - std::int64_t{from_offsets[lane]}) * unit;
      if (distance && *distance != here) return std::nullopt;
      distance = here;
    }
    ++a;
    ++b;
  }
  if (trace_.dropped == 0 && (a < left.size() || b < right.size())) return std::nullopt;
  return distance;
}

std::optional<std::uint32_t> SiteRecords::offset_in_window(std::uint32_t site, std::uint32_t window) const {
  std::optional<std::uint32_t> offset;
  for (const std::uint32_t record : records_[site]) {
    const std::uint64_t unit = trace_.granule_of(trace_.headers[record]);
    for (const std::uint32_t lane_offset : trace_.offsets[record]) {
      if (lane_offset == no_offset) continue;
      const auto here = static_cast<std::uint32_t>(lane_offset * unit % window);
      if (offset && *offset != here) return std::nullopt;
      offset = here;
    }
  }
  return offset;
}

}  // namespace lanescope::model
