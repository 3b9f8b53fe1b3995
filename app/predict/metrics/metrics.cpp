#include "predict/metrics/metrics.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/access/sector_map.h"

namespace lanescope::predict {
namespace {

using counters::difference;
using counters::Number;
using counters::percentage;
using counters::product;
using counters::quotient;
using counters::sum;
using counters::Values;
using trace::Operation;
using trace::Space;

/// A multiprocessor of every chip that has counters has so many schedulers.
constexpr double schedulers = 4;

/// Loads of global memory, for which the counters take asynchronous copies too.
constexpr std::initializer_list<Operation> all_loads = {Operation::load, Operation::asynchronous_copy,
                                                        Operation::asynchronous_bypass};

/// The sum of several operations of one space.
class Totals {
 public:
  explicit Totals(std::span<const model::TotalMetrics> totals) : totals_(totals) {}

  [[nodiscard]] model::Counts of(Space space, std::initializer_list<Operation> operations) const {
    model::Counts sum;
    for (const model::TotalMetrics& total : totals_) {
      const bool wanted = std::find(operations.begin(), operations.end(), total.operation) != operations.end();
      if (total.space == space && wanted) sum += total.counts;
    }
    return sum;
  }

 private:
  std::span<const model::TotalMetrics> totals_;
};

Number number(std::uint64_t value) {
  return static_cast<double>(value);
}
/// A cost that is known for every request; otherwise the sum is not that of all accesses.
Number cost(const model::Counts& counts, std::uint64_t value) {
  return counts.uncounted_requests == 0 ? number(value) : std::nullopt;
}

/// An asynchronous copy loads from global memory, and is counted among the loads (ncu on an H200). What a bulk copy
/// moves passes no load/store unit.
void fill_global(const Totals& totals, Values& values) {
  const model::Counts plain = totals.of(Space::global, {Operation::load});
  const model::Counts loads = totals.of(Space::global, all_loads);
  const model::Counts stores = totals.of(Space::global, {Operation::store});
  const model::Counts reductions = totals.of(Space::global, {Operation::reduce});
  const model::Counts atomics = totals.of(Space::global, {Operation::atomic});
  values.set("global.load.instructions", number(plain.requests));
  values.set("global.store.instructions", number(stores.requests));
  values.set("global.load.requests", number(loads.requests));
  values.set("global.load.sectors", cost(loads, loads.sectors));
  values.set("global.load.sectors_ideal", cost(loads, loads.sectors_ideal));
  values.set("global.load.sectors_per_request", quotient(cost(loads, loads.sectors), number(loads.requests)));
  values.set("global.store.requests", number(stores.requests));
  values.set("global.store.sectors", cost(stores, stores.sectors));
  values.set("global.store.sectors_ideal", cost(stores, stores.sectors_ideal));
  values.set("global.store.sectors_per_request", quotient(cost(stores, stores.sectors), number(stores.requests)));
  values.set("global.reduce.instructions", number(reductions.requests));
  values.set("global.reduce.requests", number(reductions.requests));
  values.set("global.reduce.sectors", cost(reductions, reductions.sectors));
  values.set("global.atomic.instructions", number(atomics.requests));
  values.set("global.atomic.requests", number(atomics.requests));
  values.set("global.atomic.sectors", cost(atomics, atomics.sectors));
}

void fill_local_and_texture(const Totals& totals, Values& values) {
  const model::Counts loads = totals.of(Space::local, {Operation::load});
  const model::Counts stores = totals.of(Space::local, {Operation::store});
  const model::Counts fetches = totals.of(Space::texture, {Operation::load});
  values.set("local.load.instructions", number(loads.requests));
  values.set("local.load.requests", number(loads.requests));
  values.set("local.load.sectors", cost(loads, loads.sectors));
  values.set("local.store.instructions", number(stores.requests));
  values.set("local.store.requests", number(stores.requests));
  values.set("local.store.sectors", cost(stores, stores.sectors));
  values.set("texture.load.instructions", number(fetches.requests));
}

void fill_shared(const Totals& totals, Values& values) {
  const model::Counts loads = totals.of(Space::shared, {Operation::load, Operation::matrix_load});
  const model::Counts stores = totals.of(Space::shared, {Operation::store, Operation::matrix_store});
  const model::Counts atomics = totals.of(Space::shared, {Operation::atomic, Operation::reduce});
  // Matrices are counted by themselves (ncu on an H200: none of 2,990,592 ldmatrix is among these).
  values.set("shared.load.instructions", number(totals.of(Space::shared, {Operation::load}).requests));
  values.set("shared.load.wavefronts", cost(loads, loads.wavefronts));
  values.set("shared.load.wavefronts_ideal", cost(loads, loads.wavefronts_ideal));
  values.set("shared.load.conflicts", cost(loads, loads.bank_conflicts));
  values.set("shared.store.instructions", number(stores.requests));
  values.set("shared.store.wavefronts", cost(stores, stores.wavefronts));
  values.set("shared.store.wavefronts_ideal", cost(stores, stores.wavefronts_ideal));
  values.set("shared.store.conflicts", cost(stores, stores.bank_conflicts));
  values.set("shared.atomic.instructions", number(atomics.requests));
  values.set("shared.atomic.wavefronts", cost(atomics, atomics.wavefronts));
  values.set("shared.read.wavefronts", cost(loads, loads.wavefronts));
  values.set("shared.write.wavefronts", cost(stores, stores.wavefronts));
}

Number share_of(const Prediction& prediction, Cause cause) {
  // Shares below half a percent are left out of the list: they are known to be small, not unknown.
  const auto found = std::ranges::find(prediction.by_cause, cause, &CauseShare::cause);
  return 100 * (found == prediction.by_cause.end() ? 0.0 : found->share);
}

/// Clocks of the GPU for the whole prediction, with what starting the launches takes; nothing without a data sheet.
Number elapsed_of(const Prediction& prediction, const model::DataSheet* sheet) {
  return sheet == nullptr ? std::nullopt : Number(prediction.cold.ms * sheet->clock_mhz * 1e3);
}

void fill_times(const Prediction& prediction, const model::DataSheet* sheet, Values& values) {
  values.set("time.duration", prediction.cold.ms);
  values.set("time.elapsed", elapsed_of(prediction, sheet));
  if (sheet == nullptr) return;
  values.set("clock.sm", sheet->clock_mhz * 1e6);
  double active = 0;
  for (const LaunchCounts& launch : prediction.launches) active += launch.clocks * launch.sms;
  if (sheet->sm_count > 0 && active > 0) values.set("time.sm_active", active / sheet->sm_count);
}

/// The share of a part of the multiprocessors in percent, of all of them and of all time.
class PartShares {
 public:
  PartShares(const Prediction& prediction, const model::DataSheet* sheet)
      : prediction_(prediction),
        elapsed_(elapsed_of(prediction, sheet)),
        sms_(sheet != nullptr ? sheet->sm_count : 0) {}

  [[nodiscard]] Number elapsed(double Throughputs::*part) const {
    double busy = 0;
    for (const LaunchCounts& launch : prediction_.launches) busy += launch.busy.*part * launch.clocks * launch.sms;
    return percentage(quotient(busy, sms_), elapsed_);
  }

 private:
  const Prediction& prediction_;
  Number elapsed_;
  double sms_;
};

Number greatest(std::initializer_list<Number> numbers) {
  Number most;
  for (const Number& number : numbers) {
    if (number) most = std::max(most.value_or(*number), *number);
  }
  return most;
}

/// Whether warps were simulated: only then it is known what multiprocessors did. A copy by the driver has none.
bool has_warps(const Prediction& prediction) {
  return !prediction.launches.empty() && std::ranges::all_of(prediction.launches, [](const LaunchCounts& launch) {
    return launch.warps.warp_clocks > 0;
  });
}

/// Shares of the peak rate, where a data sheet says what that is, else shares of the time in which the unit is busy.
void fill_speed_of_light(const Prediction& prediction, const model::DataSheet* sheet, Values& values) {
  Number compute, l1;
  if (has_warps(prediction)) {
    const PartShares shares(prediction, sheet);
    values.set("sol.compute.issue_slots", shares.elapsed(&Throughputs::issue));
    values.set("sol.compute.alu", shares.elapsed(&Throughputs::alu));
    values.set("sol.compute.fma", shares.elapsed(&Throughputs::fma));
    values.set("sol.compute.fp16", shares.elapsed(&Throughputs::half));
    values.set("sol.compute.fp64", shares.elapsed(&Throughputs::fp64));
    values.set("sol.compute.xu", shares.elapsed(&Throughputs::special));
    values.set("sol.memory.lsu_wavefronts", shares.elapsed(&Throughputs::l1));
    compute =
        greatest({values.get("sol.compute.issue_slots"), values.get("sol.compute.alu"), values.get("sol.compute.fma"),
                  values.get("sol.compute.fp16"), values.get("sol.compute.fp64"), values.get("sol.compute.xu")});
    l1 = shares.elapsed(&Throughputs::l1);
  } else {
    compute = share_of(prediction, Cause::instructions);
    l1 = share_of(prediction, Cause::pipe);
  }
  values.set("sol.compute", compute);
  values.set("sol.l1", l1);
  const Number l2 = share_of(prediction, Cause::l2);
  values.set("sol.l2", l2);
  Number dram = share_of(prediction, Cause::memory);
  if (sheet != nullptr && sheet->gb_per_s > 0 && prediction.cold.ms > 0) {
    const double peak = sheet->gb_per_s * 1e6 * prediction.cold.ms;  // bytes in this time
    values.set("memory.read.share", 100 * prediction.memory_read_bytes / peak);
    values.set("memory.write.share", 100 * prediction.memory_write_bytes / peak);
    dram = 100 * (prediction.memory_read_bytes + prediction.memory_write_bytes) / peak;
  }
  values.set("sol.dram", dram);
  values.set("sol.memory.dram", dram);
  values.set("sol.memory", greatest({values.get("sol.memory.lsu_wavefronts"), l2, dram}));
}

void fill_memory(const Prediction& prediction, Values& values) {
  using model::bytes_per_sector;
  values.set("memory.read.bytes", prediction.memory_read_bytes);
  values.set("memory.read.sectors", prediction.memory_read_bytes / bytes_per_sector);
  values.set("memory.write.bytes", prediction.memory_write_bytes);
  values.set("memory.write.sectors", prediction.memory_write_bytes / bytes_per_sector);
  if (prediction.cold.ms > 0) {
    values.set("memory.read.rate", prediction.memory_read_bytes / (prediction.cold.ms * 1e-3));
    values.set("memory.write.rate", prediction.memory_write_bytes / (prediction.cold.ms * 1e-3));
  }
}

/// The traffic of some sites by space and operation.
class TrafficSums {
 public:
  explicit TrafficSums(std::span<const SiteTraffic> sites) : sites_(sites) {}

  [[nodiscard]] TrafficCounts of(std::initializer_list<Space> spaces,
                                 std::initializer_list<Operation> operations) const {
    TrafficCounts sum;
    for (const SiteTraffic& site : sites_) {
      const bool space = std::find(spaces.begin(), spaces.end(), site.site.space) != spaces.end();
      if (space && std::find(operations.begin(), operations.end(), site.site.operation) != operations.end())
        sum += site.counts;
    }
    return sum;
  }

  /// Whether stores touch more sectors than their bytes fill.
  [[nodiscard]] bool writes_parts_of_sectors() const {
    double sectors = 0, filled = 0;
    for (const SiteTraffic& each : sites_) {
      if (each.site.operation != Operation::store || each.site.space == Space::shared) continue;
      sectors += each.counts.l1_sectors;
      filled += each.counts.requests * each.site.bytes_per_lane;  // 32 lanes fill as many sectors as one has bytes
    }
    constexpr double edges = 1.1;  // rows that end within a sector
    return sectors > edges * filled;
  }

 private:
  std::span<const SiteTraffic> sites_;
};

/// Requests and what they cost, of the whole grid, from the blocks that the model follows.
void fill_accesses(const TrafficSums& traffic, Values& values) {
  const TrafficCounts loads = traffic.of({Space::global}, all_loads);
  const TrafficCounts stores = traffic.of({Space::global}, {Operation::store});
  const TrafficCounts reductions = traffic.of({Space::global}, {Operation::reduce});
  const TrafficCounts atomics = traffic.of({Space::global}, {Operation::atomic});
  values.set("global.load.instructions", traffic.of({Space::global}, {Operation::load}).requests);
  values.set("global.load.requests", loads.requests);
  values.set("global.load.sectors", loads.l1_sectors);
  values.set("global.load.sectors_per_request", quotient(loads.l1_sectors, loads.requests));
  values.set("global.load.sectors_hit", loads.l1_hits);
  values.set("global.load.sectors_miss", difference(loads.l1_sectors, loads.l1_hits));
  values.set("global.load.hit_rate", percentage(loads.l1_hits, loads.l1_sectors));
  values.set("global.store.instructions", stores.requests);
  values.set("global.store.requests", stores.requests);
  values.set("global.store.sectors", stores.l1_sectors);
  values.set("global.store.sectors_per_request", quotient(stores.l1_sectors, stores.requests));
  values.set("global.reduce.instructions", reductions.requests);
  values.set("global.reduce.requests", reductions.requests);
  values.set("global.reduce.sectors", reductions.l1_sectors);
  values.set("global.atomic.instructions", atomics.requests);
  values.set("global.atomic.requests", atomics.requests);
  values.set("global.atomic.sectors", atomics.l1_sectors);
  const TrafficCounts local = traffic.of({Space::local}, {Operation::load});
  const TrafficCounts spills = traffic.of({Space::local}, {Operation::store});
  values.set("local.load.requests", local.requests);
  values.set("local.load.sectors", local.l1_sectors);
  values.set("local.load.sectors_hit", local.l1_hits);
  values.set("local.load.hit_rate", percentage(local.l1_hits, local.l1_sectors));
  values.set("local.store.requests", spills.requests);
  values.set("local.store.sectors", spills.l1_sectors);
  const TrafficCounts fetches = traffic.of({Space::texture}, {Operation::load});
  values.set("texture.load.requests", fetches.requests);
  values.set("texture.load.sectors", fetches.l1_sectors);
  const TrafficCounts reads = traffic.of({Space::shared}, {Operation::load, Operation::matrix_load});
  const TrafficCounts writes = traffic.of({Space::shared}, {Operation::store, Operation::matrix_store});
  const TrafficCounts meetings = traffic.of({Space::shared}, {Operation::atomic, Operation::reduce});
  values.set("shared.load.instructions", reads.requests);
  values.set("shared.load.wavefronts", reads.wavefronts);
  values.set("shared.read.wavefronts", reads.wavefronts);
  values.set("shared.store.instructions", writes.requests);
  values.set("shared.store.wavefronts", writes.wavefronts);
  values.set("shared.write.wavefronts", writes.wavefronts);
  values.set("shared.atomic.instructions", meetings.requests);
  values.set("shared.atomic.wavefronts", meetings.wavefronts);
}

/// What lies between L1 and L2, and what the L2 finds.
void fill_caches(const TrafficSums& traffic, Values& values) {
  using model::bytes_per_sector;
  const std::initializer_list<Space> spaces = {Space::global, Space::local, Space::texture};
  const TrafficCounts reads = traffic.of(spaces, all_loads);
  const TrafficCounts writes = traffic.of(spaces, {Operation::store});
  const TrafficCounts atomics = traffic.of(spaces, {Operation::atomic});
  const TrafficCounts reductions = traffic.of(spaces, {Operation::reduce});
  // Stores that write whole sectors find none of them in the L1. Others may find what an earlier one has left there,
  // which the model does not follow.
  if (!traffic.writes_parts_of_sectors())
    values.set("l1.hit_rate", percentage(reads.l1_hits.value_or(0), reads.l1_sectors + writes.l1_sectors));
  values.set("l2.read.requests", reads.l2_requests);
  values.set("l2.read.sectors", reads.l2_sectors);
  values.set("l2.read.sectors_hit", reads.l2_hits);
  values.set("l2.read.sectors_miss", difference(reads.l2_sectors, reads.l2_hits));
  values.set("l2.read.hit_rate", percentage(reads.l2_hits, reads.l2_sectors));
  values.set("l2.write.requests", writes.l2_requests);
  values.set("l2.write.sectors", writes.l2_sectors);
  values.set("l2.write.sectors_hit", writes.l2_hits);
  values.set("l2.write.sectors_miss", difference(writes.l2_sectors, writes.l2_hits));
  values.set("l2.write.hit_rate", percentage(writes.l2_hits, writes.l2_sectors));
  values.set("l2.atomic.requests", atomics.l2_requests);
  values.set("l2.atomic.sectors", atomics.l2_sectors);
  values.set("l2.reduce.requests", reductions.l2_requests);
  values.set("l2.reduce.sectors", reductions.l2_sectors);
  const Number hits = reads.l2_sectors == 0    ? writes.l2_hits
                      : writes.l2_sectors == 0 ? reads.l2_hits
                                               : sum(reads.l2_hits, writes.l2_hits);
  values.set("l2.hit_rate", percentage(hits, reads.l2_sectors + writes.l2_sectors));
  values.set("l2_to_l1.bytes", reads.l2_sectors * bytes_per_sector);
  values.set("l1_to_l2.bytes", (writes.l2_sectors + atomics.l2_sectors + reductions.l2_sectors) * bytes_per_sector);
}

/// Warps of one scheduler, over the time in which its multiprocessor has blocks.
void fill_warps(const Prediction& prediction, const model::Occupancy* occupancy, Values& values) {
  double clocks = 0, instructions = 0, warp_clocks = 0, active = 0, eligible = 0, issued = 0;
  std::array<double, warp_states> states{};
  std::array<bool, warp_states> known{};
  for (const LaunchCounts& launch : prediction.launches) {
    const WarpStates& warps = launch.warps;
    const double weight = launch.clocks * launch.sms;
    clocks += weight;
    active += warps.warps_active * weight;
    eligible += warps.warps_eligible * weight;
    issued += warps.issued * weight;
    instructions += warps.instructions;
    warp_clocks += warps.warp_clocks;
    for (const StateClocks& state : warps.states) {
      states.at(static_cast<std::size_t>(state.state)) += state.clocks;
      known.at(static_cast<std::size_t>(state.state)) = true;
    }
  }
  values.set("instructions.executed", instructions);
  values.set("instructions.per_cycle", quotient(instructions, clocks));
  values.set("warps.active", quotient(active, clocks));
  values.set("warps.eligible", quotient(eligible, clocks));
  values.set("warps.issued", quotient(issued, clocks));
  values.set("issue.one_or_more", percentage(issued, clocks));
  values.set("issue.no_eligible", difference(100.0, percentage(issued, clocks)));
  if (occupancy != nullptr)
    values.set("occupancy.achieved", percentage(quotient(active, clocks), occupancy->max_warps / schedulers));
  values.set("warp.cycles_per_instruction", quotient(warp_clocks, instructions));
  for (std::size_t i = 0; i < warp_states; ++i) {
    const counters::Quantity* const stall =
        counters::quantity("stall." + std::string(name_of(static_cast<WarpState>(i))));
    if (stall != nullptr && known.at(i)) values.set(counters::QuantityId(*stall), quotient(states.at(i), instructions));
  }
}

void fill_occupancy(const model::Occupancy& occupancy, Values& values) {
  values.set("warps.maximum", occupancy.max_warps / schedulers);
  values.set("warps.theoretical", occupancy.resident_warps / schedulers);
  values.set("occupancy.theoretical", 100 * occupancy.fraction);
}

}  // namespace

Values access_counts(std::span<const model::TotalMetrics> all) {
  Values values;
  const Totals totals(all);
  fill_global(totals, values);
  fill_local_and_texture(totals, values);
  fill_shared(totals, values);
  return values;
}

Values access_sums(std::span<const model::TotalMetrics> totals) {
  model::Counts all, global, local, shared, distributed;
  std::uint64_t excess = 0;
  for (const model::TotalMetrics& total : totals) {
    const model::Counts& counts = total.counts;
    all += counts;
    if (total.space == Space::shared) shared += counts;
    if (total.space == Space::distributed) distributed += counts;
    if (total.space == Space::local) local += counts;
    if (total.space != Space::global) continue;
    global += counts;
    excess += counts.sectors - std::min(counts.sectors, counts.sectors_ideal);
  }
  const auto requests = [](const model::Counts& counts) { return number(counts.known_requests()); };
  Values values;
  values.set("requests", number(all.requests));
  values.set("requests.threads", number(all.lanes + all.out_of_bounds_lanes));
  values.set("requests.threads_outside", number(all.out_of_bounds_lanes));
  values.set("requests.uncounted", number(all.uncounted_requests));
  values.set("global.requests", requests(global));
  values.set("global.sectors", number(global.sectors));
  values.set("global.sectors_ideal", number(global.sectors_ideal));
  values.set("global.sectors_excess", number(excess));
  values.set("global.sectors_per_request", global.per_request(global.sectors));
  values.set("local.requests", requests(local));
  values.set("local.sectors", number(local.sectors));
  values.set("local.sectors_ideal", number(local.sectors_ideal));
  values.set("shared.requests", requests(shared));
  values.set("shared.wavefronts", number(shared.wavefronts));
  values.set("shared.wavefronts_ideal", number(shared.wavefronts_ideal));
  values.set("shared.wavefronts_per_request", shared.per_request(shared.wavefronts));
  values.set("shared.conflicts", number(shared.bank_conflicts));
  values.set("distributed.requests", requests(distributed));
  values.set("distributed.wavefronts", number(distributed.wavefronts));
  values.set("distributed.wavefronts_ideal", number(distributed.wavefronts_ideal));
  return values;
}

Values traffic_counts(std::span<const SiteTraffic> sites) {
  Values values;
  const TrafficSums traffic(sites);
  fill_accesses(traffic, values);
  fill_caches(traffic, values);
  return values;
}

FilledMetrics fill_metrics(const MetricSources& sources) {
  FilledMetrics filled;
  bool spills = false;
  if (sources.prediction != nullptr) {
    const Prediction& prediction = *sources.prediction;
    fill_times(prediction, sources.sheet, filled.predicted);
    fill_speed_of_light(prediction, sources.sheet, filled.predicted);
    fill_memory(prediction, filled.predicted);
    if (prediction.l1_hit_rate) filled.predicted.set("global.load.hit_rate", 100 * *prediction.l1_hit_rate);
    if (prediction.l2_hit_rate) filled.predicted.set("l2.read.hit_rate", 100 * *prediction.l2_hit_rate);
    if (has_warps(prediction)) {
      std::vector<SiteTraffic> sites;
      for (const LaunchCounts& launch : prediction.launches)
        sites.insert(sites.end(), launch.sites.begin(), launch.sites.end());
      spills = std::ranges::any_of(sites, is_spill);
      filled.predicted.merge(traffic_counts(sites));
      fill_warps(prediction, sources.occupancy, filled.predicted);
    }
  }
  if (sources.occupancy != nullptr) fill_occupancy(*sources.occupancy, filled.predicted);
  if (sources.metrics == nullptr) return filled;
  const model::Metrics& metrics = *sources.metrics;
  Values counts = access_counts(metrics.executed.totals);
  // Registers that ptxas keeps in local memory are in no address of the PTX.
  if (spills) std::erase_if(counts.by_id, [](const auto& value) { return value.first.starts_with("local."); });
  if (metrics.instructions > 0) {
    const double threads = static_cast<double>(metrics.lane_instructions) / static_cast<double>(metrics.instructions);
    // PTX is not machine code, so this is near what a counter finds, and no more.
    filled.predicted.set("instructions.threads", threads);
  }
  if (metrics.scaled) {
    if (sources.same_sizes) filled.predicted.merge(counts);
  } else {
    filled.derived = std::move(counts);
  }
  return filled;
}

}  // namespace lanescope::predict
