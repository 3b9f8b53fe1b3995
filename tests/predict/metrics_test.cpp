#include "predict/metrics/metrics.h"

#include <gtest/gtest.h>

namespace lanescope::predict {
namespace {

using trace::Operation;
using trace::Space;

SiteTraffic site(Space space, Operation operation, TrafficCounts counts) {
  SiteTraffic traffic;
  traffic.site.space = space;
  traffic.site.operation = operation;
  traffic.counts = counts;
  return traffic;
}

/// A launch of half of the multiprocessors of an H200 that takes half of the predicted time.
Prediction example() {
  Prediction prediction;
  prediction.cold = {0.01, 0.009, 0.011};  // 19,800 clocks
  prediction.memory_read_bytes = 6400;
  prediction.memory_write_bytes = 3200;
  LaunchCounts launch;
  launch.clocks = 9900;
  launch.sms = 66;
  TrafficCounts loads;
  loads.requests = 100;
  loads.l1_sectors = 800;
  loads.l1_hits = 600.0;
  loads.l2_requests = 50;
  loads.l2_sectors = 200;
  loads.l2_hits = 150.0;
  TrafficCounts stores;
  stores.requests = 100;
  stores.l1_sectors = 400;
  stores.l2_requests = 100;
  stores.l2_sectors = 400;
  stores.l2_hits = 400.0;
  TrafficCounts shared;
  shared.requests = 10;
  shared.wavefronts = 40;
  launch.sites = {site(Space::global, Operation::load, loads), site(Space::global, Operation::store, stores),
                  site(Space::shared, Operation::load, shared)};
  launch.warps.instructions = 1000;
  launch.warps.warp_clocks = 20'000;
  launch.warps.states = {{WarpState::selected, 1000}, {WarpState::long_scoreboard, 12'000}};
  launch.warps.warps_active = 8;
  launch.warps.warps_eligible = 0.5;
  launch.warps.issued = 0.25;
  launch.busy.issue = 0.25;
  launch.busy.fma = 0.6;
  launch.busy.l1 = 0.4;
  prediction.launches = {launch};
  prediction.by_cause = {{Cause::l2, 0.3}, {Cause::memory, 0.1}};
  return prediction;
}

counters::Values predicted(const Prediction& prediction) {
  const model::DataSheet sheet{"H200", "9.0", 132, 1980, 4800, 66908, 62914560};
  model::Occupancy occupancy;
  occupancy.resident_warps = 48;
  occupancy.max_warps = 64;
  occupancy.fraction = 0.75;
  return fill_metrics({nullptr, &prediction, true, &occupancy, &sheet}).predicted;
}

TEST(Quantities, OfCachesFollowFromTheSectorsOfEachInstruction) {
  const counters::Values values = predicted(example());
  EXPECT_EQ(values.get("global.load.requests"), 100);
  EXPECT_EQ(values.get("global.load.sectors_per_request"), 8);
  EXPECT_EQ(values.get("global.load.hit_rate"), 75);
  EXPECT_EQ(values.get("l2.read.sectors"), 200);
  EXPECT_EQ(values.get("l2.read.sectors_miss"), 50);
  EXPECT_EQ(values.get("l2.read.hit_rate"), 75);
  EXPECT_EQ(values.get("l2.write.hit_rate"), 100);
  EXPECT_NEAR(*values.get("l2.hit_rate"), 100 * 550.0 / 600, 1e-9);
  EXPECT_EQ(values.get("l2_to_l1.bytes"), 6400);
  EXPECT_EQ(values.get("l1_to_l2.bytes"), 12'800);
  EXPECT_EQ(values.get("shared.load.wavefronts"), 40);
  EXPECT_EQ(values.get("memory.read.sectors"), 200);
}

TEST(Quantities, OfPartsAreSharesOfTheElapsedTimeOfAllMultiprocessors) {
  const counters::Values values = predicted(example());
  EXPECT_NEAR(*values.get("sol.compute.issue_slots"), 25.0 / 4, 1e-9) << "half of them, for half of the time";
  EXPECT_NEAR(*values.get("sol.compute"), 60.0 / 4, 1e-9) << "the greatest of its parts";
  EXPECT_NEAR(*values.get("sol.l1"), 40.0 / 4, 1e-9) << "of the same time as those of the others";
  EXPECT_EQ(values.get("sol.l2"), 30);
  EXPECT_EQ(values.get("time.sm_active"), 4950);
  EXPECT_EQ(values.get("time.elapsed"), 19'800);
  EXPECT_NEAR(*values.get("sol.dram"), 100 * 9600 / (4800e9 * 1e-5), 1e-9);
}

TEST(Quantities, OfWarpsAreThoseOfASchedulerAndOfAnInstruction) {
  const counters::Values values = predicted(example());
  EXPECT_EQ(values.get("warps.active"), 8);
  EXPECT_EQ(values.get("warps.issued"), 0.25);
  EXPECT_EQ(values.get("issue.no_eligible"), 75);
  EXPECT_EQ(values.get("warp.cycles_per_instruction"), 20);
  EXPECT_EQ(values.get("stall.long_scoreboard"), 12);
  EXPECT_EQ(values.get("stall.selected"), 1);
  EXPECT_EQ(values.get("stall.mio_throttle"), std::nullopt) << "the model does not know it";
  EXPECT_EQ(values.get("occupancy.theoretical"), 75);
  EXPECT_EQ(values.get("occupancy.achieved"), 50);
  EXPECT_EQ(values.get("warps.theoretical"), 12);
}

TEST(Quantities, OfACopyByTheDriverAreOnlyThoseOfTheMemory) {
  Prediction copy = example();
  copy.launches = {LaunchCounts{}};
  const counters::Values values = predicted(copy);
  EXPECT_EQ(values.get("global.load.requests"), std::nullopt);
  EXPECT_EQ(values.get("warps.active"), std::nullopt);
  EXPECT_EQ(values.get("sol.l2"), 30);
  EXPECT_EQ(values.get("memory.read.bytes"), 6400);
}

TEST(Quantities, OfAddressesAreExactWhenAllBlocksWereExecuted) {
  model::Metrics metrics;
  model::Counts loads, copies;
  loads.requests = 10;
  loads.sectors = 40;
  copies.requests = 5;
  copies.sectors = 20;
  metrics.executed.totals = {{Space::global, Operation::load, loads},
                             {Space::global, Operation::asynchronous_copy, copies}};
  metrics.blocks = metrics.grid_blocks = 4;
  FilledMetrics filled = fill_metrics({&metrics});
  EXPECT_TRUE(metrics.is_whole());
  EXPECT_EQ(filled.derived.get("global.load.requests"), 15) << "asynchronous copies are loads for the L1";
  EXPECT_EQ(filled.derived.get("global.load.instructions"), 10);
  EXPECT_EQ(filled.derived.get("shared.load.wavefronts"), 0);
  metrics.dropped = 1;
  EXPECT_FALSE(metrics.is_whole());
  metrics.executed.totals.front().counts.uncounted_requests = 1;
  EXPECT_EQ(fill_metrics({&metrics}).derived.get("global.load.sectors"), std::nullopt)
      << "a sum without all of its parts";
}

}  // namespace
}  // namespace lanescope::predict
