#include "predict/counts/counts.h"

#include <algorithm>

#include "base/names.h"

namespace lanescope::predict {
namespace {

void add(std::optional<double>& sum, const std::optional<double>& more) {
  if (more) sum = sum.value_or(0) + *more;
}

TrafficCounts counts_of(const SimulatedCounts::Site& site, trace::Space space) {
  TrafficCounts counts;
  counts.requests = site.requests;
  counts.wavefronts = site.wavefronts;
  if (space == trace::Space::shared) return counts;
  counts.l1_sectors = site.l1_sectors;
  counts.l2_requests = site.l2_requests;
  counts.l2_sectors = site.l2_sectors;
  counts.memory_read_sectors = site.memory_read_sectors;
  counts.memory_write_sectors = site.memory_write_sectors;
  if (site.looked_up) {
    counts.l1_hits = std::min(site.l1_hits, site.l1_sectors);
    counts.l2_hits = std::max(0.0, site.l2_sectors - site.l2_misses);
  } else if (site.stored) {
    counts.l2_hits = site.l2_sectors;
  }
  return counts;
}

double busy_share(double busy, double clocks) {
  return clocks > 0 ? std::clamp(busy / clocks, 0.0, 1.0) : 0;
}

WarpStates states_of(const SimulatedCounts& counts, double clocks, double schedulers) {
  WarpStates warps;
  warps.instructions = counts.instructions;
  warps.warp_clocks = counts.warp_clocks;
  for (std::size_t i = 0; i < static_cast<std::size_t>(WarpState::no_instruction); ++i)
    warps.states.push_back({static_cast<WarpState>(i), counts.state_clocks[i]});
  const double scheduler_clocks = clocks * schedulers * counts.sms;
  if (scheduler_clocks <= 0) return warps;
  const auto in = [&](WarpState state) { return counts.state_clocks.at(static_cast<std::size_t>(state)); };
  warps.warps_active = counts.warp_clocks / scheduler_clocks;
  warps.warps_eligible = (in(WarpState::selected) + in(WarpState::not_selected)) / scheduler_clocks;
  warps.issued = counts.instructions / scheduler_clocks;
  return warps;
}

}  // namespace

TrafficCounts& TrafficCounts::operator+=(const TrafficCounts& other) {
  requests += other.requests;
  wavefronts += other.wavefronts;
  l1_sectors += other.l1_sectors;
  add(l1_hits, other.l1_hits);
  l2_requests += other.l2_requests;
  l2_sectors += other.l2_sectors;
  add(l2_hits, other.l2_hits);
  memory_read_sectors += other.memory_read_sectors;
  memory_write_sectors += other.memory_write_sectors;
  return *this;
}

TrafficCounts total_of(std::span<const SiteTraffic> sites, trace::Space space) {
  TrafficCounts total;
  for (const SiteTraffic& site : sites) {
    if (site.site.space == space) total += site.counts;
  }
  return total;
}

std::string_view name_of(WarpState state) {
  static constexpr EnumNames<warp_states> names{"selected",        "not_selected",     "wait",    "math_pipe_throttle",
                                                "long_scoreboard", "short_scoreboard", "barrier", "membar",
                                                "lg_throttle",     "no_instruction"};
  return enum_name(names, state);
}

LaunchCounts launch_counts_of(const SimulatedCounts& counts, std::span<const trace::Site> sites, double clocks,
                              double schedulers) {
  LaunchCounts launch;
  launch.clocks = clocks;
  launch.sms = counts.sms;
  for (std::size_t i = 0; i < std::min(sites.size(), counts.sites.size()); ++i) {
    if (counts.sites[i].requests > 0) launch.sites.push_back({sites[i], counts_of(counts.sites[i], sites[i].space)});
  }
  launch.global = total_of(launch.sites, trace::Space::global);
  launch.local = total_of(launch.sites, trace::Space::local);
  launch.texture = total_of(launch.sites, trace::Space::texture);
  launch.shared = total_of(launch.sites, trace::Space::shared);
  launch.warps = states_of(counts, clocks, schedulers);
  Throughputs& busy = launch.busy;
  busy.issue = busy_share(counts.issue, clocks);
  busy.alu = busy_share(counts.alu, clocks);
  busy.fma = busy_share(counts.fma, clocks);
  busy.half = busy_share(counts.half, clocks);
  busy.fp64 = busy_share(counts.fp64, clocks);
  busy.special = busy_share(counts.special, clocks);
  busy.l1 = busy_share(counts.pipe, clocks);
  busy.shared = busy_share(counts.shared, clocks);
  return launch;
}

SimulatedCounts extrapolated(const SimulatedCounts& from, const SimulatedCounts& to, double factor) {
  SimulatedCounts sum = to;
  const auto extrapolate = [factor](double& value, double before) {
    value = std::max(0.0, value + factor * (value - before));
  };
  for (std::size_t i = 0; i < std::min(sum.sites.size(), from.sites.size()); ++i) {
    SimulatedCounts::Site& site = sum.sites[i];
    const SimulatedCounts::Site& before = from.sites[i];
    for (double SimulatedCounts::Site::*count :
         {&SimulatedCounts::Site::requests, &SimulatedCounts::Site::wavefronts, &SimulatedCounts::Site::l1_sectors,
          &SimulatedCounts::Site::l1_hits, &SimulatedCounts::Site::l2_requests, &SimulatedCounts::Site::l2_sectors,
          &SimulatedCounts::Site::l2_misses, &SimulatedCounts::Site::memory_read_sectors,
          &SimulatedCounts::Site::memory_write_sectors}) {
      extrapolate(site.*count, before.*count);
    }
  }
  for (std::size_t i = 0; i < warp_states; ++i) extrapolate(sum.state_clocks[i], from.state_clocks[i]);
  for (double SimulatedCounts::*count :
       {&SimulatedCounts::instructions, &SimulatedCounts::warp_clocks, &SimulatedCounts::issue, &SimulatedCounts::alu,
        &SimulatedCounts::fma, &SimulatedCounts::half, &SimulatedCounts::fp64, &SimulatedCounts::special,
        &SimulatedCounts::pipe, &SimulatedCounts::shared}) {
    extrapolate(sum.*count, from.*count);
  }
  return sum;
}

}  // namespace lanescope::predict
