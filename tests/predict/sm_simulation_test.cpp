// The simulation on blocks that are written down by hand: what must hold whatever the constants are.
#include "predict/sm_simulation/sm_simulation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "predict/blocks.h"

namespace lanescope::predict {
namespace {

/// A warp that copies `lines` lines of 128 bytes.
InstructionStream copy_of(std::uint32_t lines, std::uint64_t from = 1u << 20) {
  InstructionStream block;
  for (std::uint32_t i = 0; i < lines; ++i) {
    add_access(block, Access::Kind::load, from + 128 * i, 4, 4);
    add_access(block, Access::Kind::store, from + (std::uint64_t{1} << 32) + 128 * i, 4, 4);
  }
  return block;
}

struct Case {
  explicit Case(std::uint32_t lines, std::uint64_t blocks, Constants constants = profile().value)
      : gpu(constants), block(copy_of(lines)), grid{blocks, 1, 1} {
    locality = locality_of(block, {shift_to(block, 1, copy_of(lines, (1u << 20) + 128 * lines))}, grid);
    traffic = traffic_of(block, locality, {gpu.l2_bytes, gpu.l2_bytes / 2, blocks, 32 * 132});
  }
  [[nodiscard]] SmSimulation run(std::uint64_t blocks_per_sm = 32) const {
    return simulate_sm({block, locality, traffic, gpu, grid, {grid[0] / 2, 0, 0}, blocks_per_sm, 0});
  }
  Constants gpu;
  InstructionStream block;
  Locality locality;
  Traffic traffic;
  Extent grid;
};

double share(const SmSimulation& simulation, Cause cause) {
  return simulation.busy.at(static_cast<std::size_t>(cause)) / simulation.clocks;
}

TEST(SmSimulation, OfALargeCopyIsBoundByTheMemoryAndMovesEachByteOnce) {
  const std::uint64_t blocks = 200'000;
  const Case copy(16, blocks);
  const SmSimulation result = copy.run(64);
  EXPECT_GT(share(result, Cause::memory), 0.8);
  EXPECT_NEAR(result.memory_read_bytes, 16.0 * 128 * blocks, 1);
  EXPECT_NEAR(result.memory_write_bytes, 16.0 * 128 * blocks, 1);
  const double seconds = result.clocks / (copy.gpu.clock_mhz * 1e6);
  const double rate = 2 * 16.0 * 128 * blocks / seconds * 1e-9;
  EXPECT_LT(rate, copy.gpu.dram_read_gb);
  EXPECT_GT(rate, 0.75 * copy.gpu.dram_write_gb);
}

TEST(SmSimulation, OfARequestOfManyLinesWaitsForTheLastOfThem) {
  // One load a warp and nothing else; what the tail of the memory's latency adds to it, by the lines that it touches.
  const auto added = [](std::uint64_t stride) {
    const auto clocks = [&](double tail) {
      Constants gpu = profile().value;
      gpu.dram_tail = gpu.dram_read_tail = tail;
      InstructionStream block, next;
      add_access(block, Access::Kind::load, 1u << 20, stride, 4);
      add_access(next, Access::Kind::load, (1u << 20) + 32 * stride, stride, 4);
      block.warps.back().push_back({.wait_mask = 1, .issued = 1, .clocks = 1, .busy = 1});
      const Extent grid{100'000, 1, 1};
      const Locality locality = locality_of(block, {shift_to(block, 1, next)}, grid);
      const Traffic traffic = traffic_of(block, locality, {gpu.l2_bytes, gpu.l2_bytes / 2, grid[0], 132});
      return simulate_sm({block, locality, traffic, gpu, grid, {50'000, 0, 0}, 1, 0}).clocks;
    };
    return clocks(4000) - clocks(0);
  };
  EXPECT_GT(added(4), 0);
  EXPECT_GT(added(128), 2 * added(4));
}

TEST(SmSimulation, TakesTwiceAsLongForTwiceAsManyBlocks) {
  const double once = Case(8, 100'000).run().clocks, twice = Case(8, 200'000).run().clocks;
  EXPECT_NEAR(twice / once, 2, 0.05);
}

TEST(SmSimulation, TakesRoundAfterRoundOfBlocksThatEndTogether) {
  // A warp that computes for long: 66 blocks of 132 SMs in 1, all of 132 in 1, 133 in 2 and 1,320 in 10 rounds.
  InstructionStream block;
  Op work;
  work.issued = 1;
  work.busy = 1;
  work.clocks = 100'000;
  block.warps = {std::vector<Op>(20, work)};
  const Locality locality;
  const Traffic traffic;
  const Constants gpu = profile().value;
  const double one = 20 * 100'000;
  for (const auto& [blocks, rounds] :
       std::map<std::uint64_t, double>{{66, 1}, {132, 1}, {133, 2}, {1320, 10}, {13'201, 101}}) {
    const SmSimulation result = simulate_sm({block, locality, traffic, gpu, {blocks, 1, 1}, {0, 0, 0}, 1, 0});
    EXPECT_NEAR(result.clocks / one, rounds, 0.01 * rounds) << blocks << " blocks";
  }
}

// The first warp computes before its access, the second one behind its own: neither waits for the other.
TEST(SmSimulation, ServesAccessesInTheOrderOfTime) {
  InstructionStream block;
  Access access;
  access.shared = true;
  access.wavefronts = 1;
  block.accesses = {access};
  Op load;
  load.kind = Op::Kind::shared;
  load.issued = 1;
  load.clocks = 5000;
  load.write_barrier = 0;
  Op early = load;
  early.clocks = 1;
  Op work;
  work.issued = 1;
  work.clocks = 5000;
  work.wait_mask = 1;
  block.warps = {{load}, {early, work}};
  const Locality locality;
  const Traffic traffic;
  const SmSimulation result = simulate_sm({block, locality, traffic, profile().value, {1, 1, 1}, {0, 0, 0}, 1, 0});
  EXPECT_LT(result.clocks, 5100);
}

// Half of the warps add integers, the others floating-point numbers: the pipes work side by side.
TEST(SmSimulation, LetsThePipesOfASchedulerWorkSideBySide) {
  Op integers, floats;
  integers.issued = floats.issued = 100;
  integers.clocks = floats.clocks = 100;
  integers.alu = 200;
  floats.busy = 200;
  const Locality locality;
  const Traffic traffic;
  const auto clocks = [&](const Op& others) {
    InstructionStream block;
    for (int warp = 0; warp < 16; ++warp) block.warps.emplace_back(10, warp % 8 < 4 ? integers : others);
    return simulate_sm({block, locality, traffic, profile().value, {1, 1, 1}, {0, 0, 0}, 1, 0}).clocks;
  };
  EXPECT_NEAR(clocks(integers), 4 * 10 * 200, 500);
  EXPECT_NEAR(clocks(floats), 4 * 10 * 100, 500) << "they share the issue slots";
}

TEST(SmSimulation, OfFewWarpsWaitsForTheMemory) {
  const SmSimulation result = Case(4, 132).run(1);
  EXPECT_GT(share(result, Cause::waiting), 0.8);
  EXPECT_GT(result.clocks, 4 * profile().value.dram_latency) << "each store waits for its load, one after the other";
}

// A warp that copies to shared memory and waits for its newest group waits as for a load; with the copies of two more
// trips on their way it does not.
TEST(SmSimulation, WaitsForTheGroupsOfAsynchronousCopiesThatItAskedFor) {
  const Constants gpu = profile().value;
  const auto clocks = [&](std::uint32_t groups_left) {
    InstructionStream block;
    for (std::uint32_t trip = 0; trip < 8; ++trip) {
      add_access(block, Access::Kind::load, (1u << 20) + 128 * trip, 4, 4);
      block.warps.back().back().write_barrier = sass::no_scoreboard;
      block.accesses.back().asynchronous = true;
      for (const Op::Kind kind : {Op::Kind::copy_group, Op::Kind::copy_wait}) {
        Op op;
        op.kind = kind;
        op.issued = 1;
        op.clocks = op.busy = 1;
        op.copy_groups_left = groups_left;
        block.warps.back().push_back(op);
      }
    }
    const Extent grid{1, 1, 1};
    const Locality locality = locality_of(block, {}, grid);
    const Traffic traffic = traffic_of(block, locality, {gpu.l2_bytes, gpu.l2_bytes / 2, 1, 1});
    return simulate_sm({block, locality, traffic, gpu, grid, {0, 0, 0}, 1, 0}).clocks;
  };
  EXPECT_GT(clocks(0), 8 * gpu.dram_latency) << "each copy is waited for";
  EXPECT_LT(clocks(3), 3.5 * gpu.dram_latency);
  EXPECT_LT(clocks(8), 1.5 * gpu.dram_latency) << "none is waited for";
}

TEST(SmSimulation, CountsWhatTheBlocksOfAGridDoInTheMean) {
  EXPECT_EQ(equal_blocks({10, 20, 1}, 1), 200u);
  EXPECT_EQ(equal_blocks({2, 100, 1}, 0.5625), 113u) << "every second one does an eighth";
  EXPECT_EQ(equal_blocks({1, 1, 1}, 0.1), 1u);
}

TEST(SmSimulation, OfTinyBlocksIsBoundByTheRateAtWhichTheyStart) {
  const std::uint64_t blocks = 1'000'000;
  const SmSimulation result = Case(1, blocks).run();
  EXPECT_GT(share(result, Cause::block_starts), 0.9);
  EXPECT_NEAR(result.clocks, profile().value.block_start_clocks * blocks, 0.05 * result.clocks);
}

TEST(SmSimulation, IsNotSlowerOnAGpuThatIsFasterInEverything) {
  const GpuProfile gpu = profile();
  for (const std::uint32_t lines : {1u, 4u, 16u}) {
    for (const std::uint64_t blocks : {10u, 1000u, 100'000u}) {
      SCOPED_TRACE(std::to_string(lines) + " lines, " + std::to_string(blocks) + " blocks");
      EXPECT_LE(Case(lines, blocks, gpu.fast).run().clocks, 1.02 * Case(lines, blocks).run().clocks);
      EXPECT_GE(Case(lines, blocks, gpu.slow).run().clocks, 0.98 * Case(lines, blocks).run().clocks);
    }
  }
}

TEST(SmSimulation, FindsInTheL1WhatAWarpHasReadBefore) {
  InstructionStream block;
  add_access(block, Access::Kind::load, 1u << 20, 4, 4);
  add_access(block, Access::Kind::load, 1u << 20, 4, 4);
  block.warps[0][1].wait_mask = 1;
  const Locality locality;
  const Constants gpu = profile().value;
  const Traffic traffic = traffic_of(block, locality, {gpu.l2_bytes, gpu.l2_bytes, 1, 1});
  const SmSimulation result = simulate_sm({block, locality, traffic, gpu, {1, 1, 1}, {0, 0, 0}, 1, 0});
  EXPECT_EQ(result.l1_sectors, 8);
  EXPECT_EQ(result.l1_hits, 4);
  EXPECT_EQ(result.l2_sectors, 4);
}

TEST(SmSimulation, ReadsASectorFromTheMemoryWhicheverWarpAsksFirst) {
  // The first warp is late: the second has asked for the line that both load.
  InstructionStream block;
  add_access(block, Access::Kind::load, 1u << 20, 4, 4);
  Op slow;
  slow.issued = 1;
  slow.busy = 1;
  slow.clocks = 5000;
  std::vector<Op> second = block.warps[0];
  second[0].access = 1;
  block.warps[0].insert(block.warps[0].begin(), slow);
  InstructionStream same;
  add_access(same, Access::Kind::load, 1u << 20, 4, 4);
  block.warps.push_back(second);
  block.accesses.push_back(same.accesses[0]);
  block.accesses.back().first = static_cast<std::uint32_t>(block.touches.size());
  block.touches.insert(block.touches.end(), same.touches.begin(), same.touches.end());
  const Locality locality = locality_of(block, {}, {1, 1, 1});
  const Constants gpu = profile().value;
  const Traffic traffic = traffic_of(block, locality, {gpu.l2_bytes, gpu.l2_bytes, 1, 1});
  const SmSimulation result = simulate_sm({block, locality, traffic, gpu, {1, 1, 1}, {0, 0, 0}, 1, 0});
  EXPECT_EQ(result.l1_hits, 4);
  EXPECT_EQ(result.memory_read_bytes, 128);
  EXPECT_EQ(result.l2_read_misses, 4);
}

TEST(SmSimulation, ReleasesABarrierWhenTheLastWarpArrivesOrHasEnded) {
  InstructionStream block;
  Op barrier;
  barrier.kind = Op::Kind::barrier;
  barrier.issued = 1;
  barrier.clocks = 1;
  barrier.busy = 1;
  Op slow;
  slow.issued = 1;
  slow.busy = 1;
  slow.clocks = 5000;
  block.warps = {{barrier}, {slow, barrier}, {}};
  const Locality locality;
  const Traffic traffic;
  const Constants gpu = profile().value;
  const SmSimulation result = simulate_sm({block, locality, traffic, gpu, {1, 1, 1}, {0, 0, 0}, 1, 0});
  EXPECT_GT(result.clocks, 5000);
  EXPECT_LT(result.clocks, 5300);
}

TEST(SmSimulation, SaysForEachSiteWhatTheCachesAnswer) {
  InstructionStream block;
  add_access(block, Access::Kind::load, 1u << 20, 4, 4);
  add_access(block, Access::Kind::load, 1u << 20, 4, 4);
  block.warps[0][1].wait_mask = 1;
  add_access(block, Access::Kind::store, 1u << 24, 4, 4);
  for (std::uint32_t i = 0; i < 3; ++i) block.accesses[i].site = i;
  const Locality locality;
  const Constants gpu = profile().value;
  const Traffic traffic = traffic_of(block, locality, {gpu.l2_bytes, gpu.l2_bytes, 1, 1});
  const SmSimulation result = simulate_sm({block, locality, traffic, gpu, {1, 1, 1}, {0, 0, 0}, 1, 0});
  trace::Site first, second, store;
  first.ptx_line = 10;
  second.ptx_line = 20;
  store.ptx_line = 30;
  store.operation = trace::Operation::store;
  const std::vector<trace::Site> sites{first, second, store};
  const LaunchCounts launch = launch_counts_of(result.counts, sites, result.clocks, gpu.schedulers);
  ASSERT_EQ(launch.sites.size(), 3u);
  EXPECT_EQ(launch.sites[0].site.ptx_line, 10);
  EXPECT_EQ(launch.sites[0].counts.requests, 1);
  EXPECT_EQ(launch.sites[0].counts.l1_hits, 0);
  EXPECT_EQ(launch.sites[0].counts.l2_requests, 1);
  EXPECT_EQ(launch.sites[0].counts.l2_sectors, 4);
  EXPECT_EQ(launch.sites[0].counts.l2_hits, 0);
  EXPECT_EQ(launch.sites[0].counts.memory_read_sectors, 4);
  EXPECT_EQ(launch.sites[1].counts.l1_hits, 4);
  EXPECT_EQ(launch.sites[1].counts.l2_sectors, 0);
  EXPECT_EQ(launch.sites[2].counts.l1_sectors, 4);
  EXPECT_FALSE(launch.sites[2].counts.l1_hits);
  EXPECT_EQ(launch.sites[2].counts.l2_sectors, 4);
  EXPECT_EQ(launch.global.l1_sectors, 12);
  EXPECT_EQ(launch.global.requests, 3);
  EXPECT_EQ(launch.shared.requests, 0);
}

TEST(SmSimulation, GivesEveryClockOfAWarpToOneState) {
  const SmSimulation result = Case(8, 5000).run(16);
  double sum = 0;
  for (const double clocks : result.counts.state_clocks) sum += clocks;
  EXPECT_GT(result.counts.warp_clocks, 0);
  EXPECT_NEAR(sum, result.counts.warp_clocks, 1e-6 * sum);
  const LaunchCounts launch = launch_counts_of(result.counts, {}, result.clocks, profile().value.schedulers);
  const auto of = [&](WarpState state) {
    return std::ranges::find(launch.warps.states, state, &StateClocks::state)->clocks / launch.warps.warp_clocks;
  };
  EXPECT_GT(of(WarpState::long_scoreboard) + of(WarpState::lg_throttle), 0.5) << "a copy waits for the memory";
  EXPECT_EQ(of(WarpState::barrier), 0);
  EXPECT_EQ(of(WarpState::membar), 0);
  EXPECT_NEAR(launch.warps.instructions, 16 * 10 * 5000, 1);
  EXPECT_GE(launch.warps.warps_active, launch.warps.warps_eligible);
  EXPECT_GE(launch.warps.warps_eligible, launch.warps.issued);
  EXPECT_NEAR(launch.busy.issue, launch.warps.issued, 0.01 * launch.warps.issued);
}

}  // namespace
}  // namespace lanescope::predict
