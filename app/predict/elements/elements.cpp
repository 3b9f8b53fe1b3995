#include "predict/elements/elements.h"

#include <algorithm>
#include <optional>

#include "model/access/sector_map.h"

namespace warpscope::predict {
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

/// The sum of several operations of one space.
class Totals {
 public:
  explicit Totals(const model::ViewMetrics& view) : view_(view) {}

  [[nodiscard]] model::Counts of(Space space, std::initializer_list<Operation> operations) const {
    model::Counts sum;
    for (const model::TotalMetrics& total : view_.totals) {
      const bool wanted = std::find(operations.begin(), operations.end(), total.operation) != operations.end();
      if (total.space == space && wanted) sum += total.counts;
    }
    return sum;
  }

 private:
  const model::ViewMetrics& view_;
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
  const model::Counts loads = totals.of(Space::global, {Operation::load, Operation::asynchronous_copy});
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
  values.set("shared.load.instructions", number(loads.requests));
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

/// Counts of accesses, by address.
Values counts_of(const model::Metrics& metrics) {
  Values values;
  const Totals totals(metrics.executed);
  fill_global(totals, values);
  fill_local_and_texture(totals, values);
  fill_shared(totals, values);
  return values;
}

Number share_of(const Prediction& prediction, Cause cause) {
  // Shares below half a percent are left out of the list: they are known to be small, not unknown.
  const auto found = std::ranges::find(prediction.by_cause, cause, &CauseShare::cause);
  return 100 * (found == prediction.by_cause.end() ? 0.0 : found->share);
}

void fill_times(const Prediction& prediction, const model::DataSheet* sheet, Values& values) {
  values.set("time.duration", prediction.cold.ms);
  if (sheet == nullptr) return;
  values.set("clock.sm", sheet->clock_mhz * 1e6);
  values.set("time.elapsed", prediction.cold.ms * sheet->clock_mhz * 1e3);
}

/// Shares of the peak rate, where a data sheet says what that is, else shares of the time in which the unit is busy.
void fill_speed_of_light(const Prediction& prediction, const model::DataSheet* sheet, Values& values) {
  const Number issue = share_of(prediction, Cause::instructions), pipe = share_of(prediction, Cause::pipe);
  const Number l2 = share_of(prediction, Cause::l2);
  values.set("sol.compute.issue_slots", issue);
  values.set("sol.compute", issue);
  values.set("sol.memory.lsu_wavefronts", pipe);
  values.set("sol.l1", pipe);
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
  values.set("sol.memory", std::max({pipe.value_or(0), l2.value_or(0), dram.value_or(0)}));
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
  if (prediction.l1_hit_rate) values.set("global.load.hit_rate", 100 * *prediction.l1_hit_rate);
  if (prediction.l2_hit_rate) values.set("l2.read.hit_rate", 100 * *prediction.l2_hit_rate);
}

/// What lies between L1 and L2. The model counts sectors of loads and of stores together; those of stores and of
/// atomics follow from the addresses.
void fill_l2(const Prediction& prediction, const Values& counts, Values& values) {
  using model::bytes_per_sector;
  const Number stores = counts.get("global.store.sectors");
  const Number atomics = sum(counts.get("global.atomic.sectors"), counts.get("global.reduce.sectors"));
  const Number all = prediction.l2_bytes / bytes_per_sector;
  const Number reads = difference(all, sum(stores, atomics));
  if (!reads || *reads < 0) return;
  values.set("l2.read.sectors", reads);
  values.set("l2.write.sectors", stores);
  values.set("l2_to_l1.bytes", product(reads, bytes_per_sector));
  values.set("l1_to_l2.bytes", product(stores, bytes_per_sector));
  if (!prediction.l2_hit_rate) return;
  const Number hits = product(reads, *prediction.l2_hit_rate);
  values.set("l2.read.sectors_hit", hits);
  values.set("l2.read.sectors_miss", difference(reads, hits));
  // What is written lies in the L2 from then on, whether it was there before or not.
  values.set("l2.hit_rate", percentage(sum(hits, stores), sum(reads, stores)));
}

void fill_l1(const Prediction& prediction, const Values& counts, Values& values) {
  const Number loads = counts.get("global.load.sectors");
  if (!prediction.l1_hit_rate || !loads) return;
  const Number hits = product(loads, *prediction.l1_hit_rate);
  values.set("global.load.sectors_hit", hits);
  values.set("global.load.sectors_miss", difference(loads, hits));
}

void fill_occupancy(const model::Occupancy& occupancy, Values& values) {
  values.set("warps.maximum", occupancy.max_warps / schedulers);
  values.set("warps.theoretical", occupancy.resident_warps / schedulers);
  values.set("occupancy.theoretical", 100 * occupancy.fraction);
}

}  // namespace

FilledElements fill_elements(const ElementSources& sources) {
  FilledElements filled;
  Values counts;  // of the whole plan at the sizes of the prediction, exact or estimated
  if (const model::Metrics* const metrics = sources.metrics) {
    Values values = counts_of(*metrics);
    filled.whole = metrics->blocks == metrics->grid_blocks && metrics->dropped == 0 && !metrics->scaled;
    if (metrics->instructions > 0) {
      values.set("instructions.threads",
                 static_cast<double>(metrics->lane_instructions) / static_cast<double>(metrics->instructions));
    }
    if (sources.same_sizes && (filled.whole || metrics->scaled)) counts = values;
    if (metrics->scaled) {
      filled.predicted = std::move(values);
    } else {
      filled.derived = std::move(values);
    }
  }
  if (sources.occupancy != nullptr) fill_occupancy(*sources.occupancy, filled.predicted);
  if (sources.prediction == nullptr) return filled;
  fill_times(*sources.prediction, sources.sheet, filled.predicted);
  fill_speed_of_light(*sources.prediction, sources.sheet, filled.predicted);
  fill_memory(*sources.prediction, filled.predicted);
  fill_l1(*sources.prediction, counts, filled.predicted);
  fill_l2(*sources.prediction, counts, filled.predicted);
  return filled;
}

}  // namespace warpscope::predict
