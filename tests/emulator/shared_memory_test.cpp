// The order of accesses to shared memory, without a kernel.
#include "emulator/checks/shared_memory.h"

#include <gtest/gtest.h>

namespace warpscope::emulator {
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
  Clocks clocks_;
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
  const auto knowledge = clocks_.publish(0);
  clocks_.learn(1, knowledge);
  EXPECT_EQ(read(32, 0), Hazard::none);
  EXPECT_EQ(read(64, 0), Hazard::race);
}

}  // namespace
}  // namespace warpscope::emulator
