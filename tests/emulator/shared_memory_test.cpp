// The order of accesses to shared memory, without a kernel.
#include "emulator/checks/shared_memory.h"

#include <gtest/gtest.h>

#include <array>

namespace lanescope::emulator {
namespace {

using Hazard = SharedMemory::Hazard;

class Shared : public testing::Test {
 protected:
  void SetUp() override {
    memory_.resize(1024, 4);
    memory_.reset();
    clocks_.reset(4);
  }
  Hazard read(std::uint32_t thread, std::uint32_t offset) {
    return memory_.read(clocks_, thread / 32, thread % 32, offset, 4, SharedMemory::Strength::plain, 5, conflict_);
  }
  Hazard write(std::uint32_t thread, std::uint32_t offset, bool same_value = false) {
    return memory_.write(clocks_, thread / 32, thread % 32, offset, 4, false, same_value, 7, conflict_);
  }
  SharedMemory memory_;
  VectorClocks clocks_;
  SharedMemory::Conflict conflict_;
};

TEST_F(Shared, ReadOfWhatNothingWroteIsFound) {
  EXPECT_EQ(read(0, 0), Hazard::uninitialised);
  EXPECT_EQ(write(0, 0), Hazard::none);
  EXPECT_EQ(read(0, 0), Hazard::none);
}

TEST_F(Shared, ABlockBarrierOrdersAllWarps) {
  EXPECT_EQ(write(0, 0), Hazard::none);
  EXPECT_EQ(read(40, 0), Hazard::race);
  EXPECT_EQ(conflict_.thread, 0u);
  EXPECT_TRUE(conflict_.wrote);
  EXPECT_EQ(conflict_.site, 7u);
  EXPECT_EQ(write(1, 4), Hazard::none);
  clocks_.synchronise(0b1111);
  clocks_.next_phase();
  EXPECT_EQ(read(41, 4), Hazard::none);
  EXPECT_EQ(read(100, 4), Hazard::none);
}

TEST_F(Shared, ABarrierOfTwoWarpsOrdersOnlyThose) {
  EXPECT_EQ(write(0, 0), Hazard::none);
  clocks_.synchronise(0b0011);
  EXPECT_EQ(read(32, 0), Hazard::none);
  EXPECT_EQ(read(64, 0), Hazard::race);
}

TEST_F(Shared, BarriersOrderThroughAThirdWarp) {
  EXPECT_EQ(write(0, 0), Hazard::none);
  clocks_.synchronise(0b0011);
  clocks_.synchronise(0b0110);
  EXPECT_EQ(read(64, 0), Hazard::none);
  EXPECT_EQ(read(96, 0), Hazard::race);
}

TEST_F(Shared, LanesOfAWarpAreNotInStep) {
  EXPECT_EQ(write(0, 0), Hazard::none);
  EXPECT_EQ(read(1, 0), Hazard::race);
}

TEST_F(Shared, SyncwarpOrdersTheLanesOfItsMaskOnly) {
  EXPECT_EQ(write(0, 0), Hazard::none);
  clocks_.synchronise_lanes(0, 0x0000ffffu);
  EXPECT_EQ(read(15, 0), Hazard::none);
  EXPECT_EQ(read(16, 0), Hazard::race);
  EXPECT_EQ(write(0, 4), Hazard::none);
  clocks_.synchronise_lanes(0, all_lanes);
  EXPECT_EQ(read(31, 4), Hazard::none);
}

TEST_F(Shared, AWriteRacesWithReadsOfSeveralWarps) {
  EXPECT_EQ(write(0, 0), Hazard::none);
  clocks_.synchronise(0b1111);
  clocks_.next_phase();
  EXPECT_EQ(read(3, 0), Hazard::none);
  EXPECT_EQ(read(35, 0), Hazard::none);
  EXPECT_EQ(write(3, 0), Hazard::race);
  EXPECT_EQ(conflict_.thread, SharedMemory::several_threads);
  EXPECT_FALSE(conflict_.wrote);
  clocks_.synchronise(0b1111);
  clocks_.next_phase();
  EXPECT_EQ(write(70, 0), Hazard::none);
}

TEST_F(Shared, AWriteAfterTheOwnReadIsNoRace) {
  EXPECT_EQ(write(5, 0), Hazard::none);
  EXPECT_EQ(read(5, 0), Hazard::none);
  EXPECT_EQ(write(5, 0), Hazard::none);
}

TEST_F(Shared, TwoThreadsThatWriteTheSameValueDoNotRace) {
  EXPECT_EQ(write(0, 0), Hazard::none);
  EXPECT_EQ(write(1, 0, true), Hazard::none);
  EXPECT_EQ(write(2, 0, false), Hazard::race);
}

TEST_F(Shared, AReleaseThatAnAcquireSawOrdersWhatWasBefore) {
  EXPECT_EQ(write(0, 0), Hazard::none);
  const auto knowledge = clocks_.release(0);
  clocks_.acquire(1, knowledge);
  EXPECT_EQ(read(32, 0), Hazard::none);
  EXPECT_EQ(read(64, 0), Hazard::race);
}

/// Blocks that do the same again and again, in accesses of whole warps, so that what was fine once is only compared.
class Repeated : public Shared {
 protected:
  void SetUp() override {
    Shared::SetUp();
    clocks_.set_listener(&memory_);
    begin_block();
  }
  void begin_block() {
    memory_.reset();
    clocks_.reset(warps);
  }
  void barrier() {
    clocks_.synchronise_block(0b1111, 0);
    clocks_.next_phase();
    clocks_.raise_floor(warps);
  }
  /// The lanes of a warp at neighbouring words from a word on. Returns the first lane that is not fine; 32: none.
  std::uint32_t access(std::uint32_t warp, std::uint32_t word, bool writes) {
    std::array<std::uint64_t, warp_lanes> place{};
    for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) place.at(lane) = 4 * (word + lane);
    const AddressPattern* const pattern = patterns_.find(all_lanes, 4, place.data());
    if (writes) {
      if (memory_.try_fast_write(clocks_, warp, *pattern, place[0], 7) ||
          memory_.write_lanes(clocks_, warp, all_lanes, place.data(), 4, false, 7, pattern)) {
        return warp_lanes;
      }
      for (std::uint32_t lane = 0; lane < warp_lanes; ++lane) {
        const auto offset = static_cast<std::uint32_t>(place.at(lane));
        hazard_ = memory_.write(clocks_, warp, lane, offset, 4, false, false, 7, conflict_);
        if (hazard_ != Hazard::none) return lane;
      }
      return warp_lanes;
    }
    if (memory_.try_fast_read(clocks_, warp, *pattern, place[0], 5)) return warp_lanes;
    std::uint32_t first = warp_lanes;
    memory_.read_lanes(clocks_, warp, all_lanes, place.data(), 4, SharedMemory::Strength::plain, 5, pattern,
                       [&](std::uint32_t lane, Hazard hazard, const SharedMemory::Conflict& conflict) {
                         if (first != warp_lanes) return;
                         first = lane;
                         hazard_ = hazard;
                         conflict_ = conflict;
                       });
    return first;
  }
  /// Every warp writes its words; behind a barrier it reads those of the next one; and a barrier again.
  void exchange() {
    for (std::uint32_t warp = 0; warp < warps; ++warp) ASSERT_EQ(access(warp, 32 * warp, true), warp_lanes);
    barrier();
    for (std::uint32_t warp = 0; warp < warps; ++warp) {
      ASSERT_EQ(access(warp, 32 * ((warp + 1) % warps), false), warp_lanes);
    }
    barrier();
  }

  static constexpr std::uint32_t warps = 4;
  AddressPatterns patterns_;
  Hazard hazard_ = Hazard::none;
};

TEST_F(Repeated, AReadBeforeTheBarrierIsFoundHoweverOftenAllWasFine) {
  for (unsigned block = 0; block < 3; ++block) {
    begin_block();
    for (unsigned round = 0; round < 5; ++round) exchange();
    for (std::uint32_t warp = 0; warp < 2; ++warp) ASSERT_EQ(access(warp, 32 * warp, true), warp_lanes);
    ASSERT_EQ(access(0, 32, false), 0u) << "what warp 1 has just written";
    EXPECT_EQ(hazard_, Hazard::race);
    EXPECT_EQ(conflict_.thread, 32u);
    EXPECT_TRUE(conflict_.wrote);
    EXPECT_EQ(conflict_.site, 7u);
  }
}

TEST_F(Repeated, AWriteBeforeTheBarrierIsFoundHoweverOftenAllWasFine) {
  for (unsigned block = 0; block < 3; ++block) {
    begin_block();
    for (unsigned round = 0; round < 5; ++round) exchange();
    for (std::uint32_t warp = 0; warp < warps; ++warp) ASSERT_EQ(access(warp, 32 * warp, true), warp_lanes);
    barrier();
    for (std::uint32_t warp = 0; warp < 3; ++warp) ASSERT_EQ(access(warp, 32 * (warp + 1), false), warp_lanes);
    ASSERT_EQ(access(3, 64, true), 0u) << "what warp 1 has just read";
    EXPECT_EQ(hazard_, Hazard::race);
    EXPECT_EQ(conflict_.thread, 32u);
    EXPECT_FALSE(conflict_.wrote);
    EXPECT_EQ(conflict_.site, 5u);
  }
}

TEST_F(Repeated, WhatAnEarlierBlockWroteIsNotWritten) {
  exchange();
  exchange();
  begin_block();
  // The same reads as behind the first barrier, and nothing was written.
  EXPECT_EQ(access(0, 32, false), 0u);
  EXPECT_EQ(hazard_, Hazard::uninitialised);
  begin_block();
  ASSERT_EQ(access(0, 0, true), warp_lanes);
  barrier();
  EXPECT_EQ(access(0, 32, false), 0u) << "only warp 0 has written";
  EXPECT_EQ(hazard_, Hazard::uninitialised);
  EXPECT_EQ(access(1, 0, false), warp_lanes);
}

TEST_F(Repeated, WhatCameOnlyInLogsIsWrittenForSingleThreadsToo) {
  exchange();
  begin_block();
  exchange();
  EXPECT_EQ(read(5, 4 * 127), Hazard::none);
  EXPECT_EQ(read(5, 4 * 128), Hazard::uninitialised);
}

TEST_F(Repeated, AnOrderThatOnlyOneWarpHasLearntCounts) {
  exchange();
  begin_block();
  exchange();
  ASSERT_EQ(access(0, 0, true), warp_lanes);
  clocks_.synchronise(0b0011);
  EXPECT_EQ(access(1, 0, false), warp_lanes);
  EXPECT_EQ(access(2, 0, false), 0u);
  EXPECT_EQ(hazard_, Hazard::race);
  EXPECT_EQ(conflict_.thread, 0u);
}

}  // namespace
}  // namespace lanescope::emulator
