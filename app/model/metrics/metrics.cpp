#include "model/metrics/metrics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <tuple>
#include <utility>

#include "base/names.h"
#include "model/messages.h"

namespace lanescope::model {
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

/// Returns the cost of one access. Buffers are aligned to at least 512 bytes, so that the sector of an address follows
/// from its offset alone.
AccessCounts access_counts(const Site& site, std::uint64_t granule, const Header& header, const Offsets& offsets,
                           std::uint32_t bytes_per_lane) {
  const std::uint32_t mask = lanes_with_offset(header, offsets);
  if (granule == 1) {
    return count(
        LaneAccess<std::uint32_t>{site.space, site.operation, bytes_per_lane, mask, &offsets, header.source_degrees});
  }
  LaneAddresses<std::uint64_t> addresses;
  for (std::uint32_t lane = 0; lane < lanes_per_warp; ++lane) addresses[lane] = offsets[lane] * granule;
  return count(
      LaneAccess<std::uint64_t>{site.space, site.operation, bytes_per_lane, mask, &addresses, header.source_degrees});
}

ViewMetrics measure(const Trace& trace, const Vectorization* vectorization) {
  ViewCounter counter(trace, vectorization);
  for (std::size_t i = 0; i < trace.headers.size(); ++i) counter.add(trace.headers[i], trace.offsets[i]);
  return counter.metrics();
}

}  // namespace

std::string_view name_of(CountView view) {
  return enum_name(EnumNames<2>{"written", "executed"}, view);
}

ViewCounter::ViewCounter(const Trace& like, const Vectorization* vectorization) {
  like_.sites = like.sites;
  like_.buffers = like.buffers;
  for (std::uint32_t i = 0; i < like.sites.size(); ++i) {
    sites_.push_back(
        {like.sites[i], vectorization == nullptr ? SiteVectorization{1, i, false, {}} : vectorization->sites.at(i)});
    sites_.back().bytes_per_lane *= sites_.back().merged;
    if (sites_.back().reduces) sites_.back().operation = Operation::reduce;
  }
}

void ViewCounter::add(const Header& header, const Offsets& offsets, std::uint64_t times) {
  SiteMetrics& site = sites_[header.site];
  if (site.leader != header.site) return;
  const AccessCounts access = access_counts(site, like_.granule_of(header), header, offsets, site.bytes_per_lane);
  const auto lanes = static_cast<std::uint64_t>(std::popcount(lanes_with_offset(header, offsets)));
  Counts counts{1,
                lanes,
                access.sectors,
                access.sectors_ideal,
                access.wavefronts,
                access.wavefronts_ideal,
                access.bank_conflicts,
                static_cast<std::uint64_t>(std::popcount(header.active_mask)) - lanes,
                access.known ? 0u : 1u};
  counts *= times;
  site.counts += counts;
  if (site.space == Space::global) buffers_[{header.buffer, site.operation}] += counts;
}

/// Adds up lines and totals from the sites.
ViewMetrics ViewCounter::metrics() const {
  std::map<std::tuple<std::string, std::int32_t, Space, Operation>, Counts> lines;
  std::map<std::pair<Space, Operation>, Counts> totals;
  for (const SiteMetrics& site : sites_) {
    if (site.counts.requests == 0) continue;
    lines[{site.file, site.line, site.space, site.operation}] += site.counts;
    totals[{site.space, site.operation}] += site.counts;
  }
  ViewMetrics metrics{sites_, {}, {}, {}};
  for (const auto& [key, counts] : lines) {
    const auto& [file, line, space, operation] = key;
    metrics.lines.push_back({file, line, space, operation, counts});
  }
  for (const auto& [key, counts] : buffers_) {
    const bool known = key.first < like_.buffers.size();
    metrics.buffers.push_back({known ? like_.buffers[key.first].name : "", key.second, counts});
  }
  for (const auto& [key, counts] : totals) metrics.totals.push_back({key.first, key.second, counts});
  return metrics;
}

double Counts::lane_efficiency() const {
  if (requests == 0) return 0;
  return static_cast<double>(lanes + out_of_bounds_lanes) / (static_cast<double>(requests) * lanes_per_warp);
}

std::optional<double> Counts::per_request(std::uint64_t sum) const {
  const std::uint64_t known = known_requests();
  if (known == 0) return std::nullopt;
  return static_cast<double>(sum) / static_cast<double>(known);
}

Counts& Counts::operator+=(const Counts& other) {
  for (const auto member : sums) this->*member += other.*member;
  return *this;
}

Counts& Counts::operator*=(std::uint64_t times) {
  for (const auto member : sums) this->*member *= times;
  return *this;
}

AccessCounts count_record(const Trace& trace, std::size_t record, std::uint32_t bytes_per_lane) {
  const Header& header = trace.headers[record];
  return access_counts(trace.sites[header.site], trace.granule_of(header), header, trace.offsets[record],
                       bytes_per_lane);
}

ViewMetrics metrics_as_written(const Trace& trace) {
  return measure(trace, nullptr);
}

ViewMetrics metrics_as_executed(const Trace& trace, const Vectorization& vectorization) {
  return measure(trace, &vectorization);
}

Status scale_to_grid(Metrics& metrics) {
  if (metrics.blocks == 0 || metrics.dropped != 0) {
    return failure(metrics.blocks == 0 ? message<"metrics.no_whole_block">() : message<"metrics.dropped_records">(),
                   "trace", message<"metrics.fewer_blocks_remedy">());
  }
  if (metrics.scaled) return {};
  const auto scale = [&](auto& rows) {
    for (auto& row : rows) {
      for (const auto member : sums) {
        const double scaled = static_cast<double>(row.counts.*member) * static_cast<double>(metrics.grid_blocks) /
                              static_cast<double>(metrics.blocks);
        row.counts.*member = static_cast<std::uint64_t>(scaled + 0.5);
      }
    }
  };
  for (ViewMetrics* view : {&metrics.written, &metrics.executed}) {
    scale(view->sites), scale(view->lines), scale(view->buffers), scale(view->totals);
  }
  metrics.scaled = true;
  return {};
}

}  // namespace lanescope::model
