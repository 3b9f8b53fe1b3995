#include "model/metrics/metrics.h"

#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

namespace warpscope::model {
namespace {

using trace::Header;
using trace::no_offset;
using trace::Offsets;
using trace::Site;
using trace::Trace;

constexpr std::array sums{&Counts::requests,          &Counts::lanes,
                          &Counts::sectors,           &Counts::sectors_ideal,
                          &Counts::wavefronts,        &Counts::wavefronts_ideal,
                          &Counts::bank_conflicts,    &Counts::out_of_bounds_lanes,
                          &Counts::uncounted_requests};
static_assert(sizeof(Counts) == sums.size() * sizeof(std::uint64_t));

std::uint32_t lanes_with_offset(const Header& header, const Offsets& offsets) {
  std::uint32_t mask = 0;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) {
    mask |= (offsets[lane] != no_offset ? 1u : 0u) << lane;
  }
  return mask & header.active_mask;
}

Counts counts_of_record(const Trace& trace, std::size_t record, std::uint32_t bytes_per_lane) {
  const Header& header = trace.headers[record];
  const AccessCounts access = count_record(trace, record, bytes_per_lane);
  Counts counts;
  counts.requests = 1;
  counts.lanes = static_cast<std::uint64_t>(std::popcount(lanes_with_offset(header, trace.offsets[record])));
  counts.out_of_bounds_lanes = static_cast<std::uint64_t>(std::popcount(header.active_mask)) - counts.lanes;
  counts.sectors = access.sectors;
  counts.sectors_ideal = access.sectors_ideal;
  counts.wavefronts = access.wavefronts;
  counts.wavefronts_ideal = access.wavefronts_ideal;
  counts.bank_conflicts = access.bank_conflicts;
  counts.uncounted_requests = access.known ? 0 : 1;
  return counts;
}

/// Lines and totals follow from the sites; buffers need the records.
void add_up_sites(const Trace& trace, Metrics& metrics) {
  std::map<std::tuple<std::string, std::int32_t, Space, Operation>, Counts> lines;
  std::map<std::pair<Space, Operation>, Counts> totals;
  for (const SiteMetrics& row : metrics.sites) {
    const Site& site = trace.sites[row.site];
    if (row.counts.requests == 0) continue;
    lines[{site.file, site.line, site.space, site.operation}] += row.counts;
    totals[{site.space, site.operation}] += row.counts;
  }
  for (const auto& [key, counts] : lines) {
    const auto& [file, line, space, operation] = key;
    metrics.lines.push_back({file, line, space, operation, counts});
  }
  for (const auto& [key, counts] : totals) metrics.totals.push_back({key.first, key.second, counts});
}

Metrics measure(const Trace& trace, View view, const Vectorization* vectorization) {
  Metrics metrics;
  metrics.view = view;
  metrics.dropped = trace.dropped;
  metrics.blocks = trace.blocks;
  metrics.grid_blocks = trace.grid_blocks;
  for (std::uint32_t i = 0; i < trace.sites.size(); ++i) {
    SiteMetrics row;
    row.site = row.leader = i;
    row.bytes_per_lane = trace.sites[i].bytes_per_lane;
    if (vectorization != nullptr) {
      const SiteVectorization& site = vectorization->sites.at(i);
      row.merged = site.merged;
      row.leader = site.leader;
      row.bytes_per_lane *= site.merged;
      row.proven = site.proven;
      row.reason = site.reason;
    }
    metrics.sites.push_back(std::move(row));
  }
  std::map<std::pair<std::uint32_t, Operation>, Counts> buffers;
  for (std::size_t record = 0; record < trace.headers.size(); ++record) {
    const Header& header = trace.headers[record];
    SiteMetrics& row = metrics.sites[header.site];
    if (row.leader != header.site) continue;
    const Counts counts = counts_of_record(trace, record, row.bytes_per_lane);
    row.counts += counts;
    const Site& site = trace.sites[header.site];
    if (site.space == Space::global) buffers[{header.buffer, site.operation}] += counts;
  }
  for (const auto& [key, counts] : buffers) metrics.buffers.push_back({key.first, key.second, counts});
  add_up_sites(trace, metrics);
  return metrics;
}

}  // namespace

double Counts::lane_efficiency() const {
  if (requests == 0) return 0;
  return static_cast<double>(lanes + out_of_bounds_lanes) / (static_cast<double>(requests) * lanes_per_warp);
}

Counts& Counts::operator+=(const Counts& other) {
  for (const auto member : sums) this->*member += other.*member;
  return *this;
}

AccessCounts count_record(const Trace& trace, std::size_t record, std::uint32_t bytes_per_lane) {
  const Header& header = trace.headers[record];
  const Offsets& offsets = trace.offsets[record];
  const Site& site = trace.sites[header.site];
  const std::uint32_t mask = lanes_with_offset(header, offsets);
  // Buffers are aligned to 512 bytes at least, so that the sector of an address follows from its offset alone.
  const std::uint64_t granule = trace.granule_of(header);
  if (granule == 1) {
    return count(LaneAccess<std::uint32_t>{site.space, site.operation, bytes_per_lane, mask, &offsets});
  }
  LaneAddresses<std::uint64_t> addresses;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) addresses[lane] = offsets[lane] * granule;
  return count(LaneAccess<std::uint64_t>{site.space, site.operation, bytes_per_lane, mask, &addresses});
}

Metrics metrics_as_written(const Trace& trace) {
  return measure(trace, View::as_written, nullptr);
}

Metrics metrics_as_executed(const Trace& trace, const Vectorization& vectorization) {
  return measure(trace, View::as_executed, &vectorization);
}

Expected<Metrics> scaled_to_grid(Metrics metrics) {
  if (metrics.blocks == 0 || metrics.dropped != 0) {
    return failure(metrics.blocks == 0 ? "the trace has no whole block to scale from"
                                       : "the trace dropped records, so that its blocks are not whole",
                   "trace", "trace fewer blocks");
  }
  if (metrics.scaled_to_grid) return metrics;
  const auto scale_counts = [&](Counts& counts) {
    for (const auto member : sums) {
      const double scaled = static_cast<double>(counts.*member) * metrics.grid_blocks / metrics.blocks;
      counts.*member = static_cast<std::uint64_t>(scaled + 0.5);
    }
  };
  for (auto& row : metrics.sites) scale_counts(row.counts);
  for (auto& row : metrics.lines) scale_counts(row.counts);
  for (auto& row : metrics.buffers) scale_counts(row.counts);
  for (auto& row : metrics.totals) scale_counts(row.counts);
  metrics.scaled_to_grid = true;
  return metrics;
}

}  // namespace warpscope::model
