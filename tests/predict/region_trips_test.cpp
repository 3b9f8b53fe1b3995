// How often regions run, on machine code that is written down by hand.
#include "predict/instruction_stream/region_trips.h"

#include <gtest/gtest.h>

namespace lanescope::predict {
namespace {

using sass::Unit;
constexpr std::int32_t load_line = 10;

MachineInstruction plain() {
  return {};
}
MachineInstruction load(std::int32_t line = load_line) {
  MachineInstruction instruction;
  instruction.unit = Unit::memory;
  instruction.ptx_line = line;
  instruction.memory = sass::MemoryInstruction{sass::Space::global, sass::Operation::load, 32};
  return instruction;
}
MachineInstruction branch(std::int32_t target) {
  MachineInstruction instruction;
  instruction.unit = Unit::branch;
  instruction.guarded = true;
  instruction.target = target;
  return instruction;
}

/// Regions as machine_code() makes them; the tests build the instructions themselves.
MachineCode code_of(std::vector<MachineInstruction> instructions, std::vector<Region> regions) {
  MachineCode code;
  code.instructions = std::move(instructions);
  code.regions = {{0, static_cast<std::uint32_t>(code.instructions.size()), false, -1}};
  code.regions.insert(code.regions.end(), regions.begin(), regions.end());
  code.region_of.assign(code.instructions.size(), 0);
  for (std::uint32_t i = 1; i < code.regions.size(); ++i) {
    for (std::uint32_t at = code.regions[i].first; at < code.regions[i].end; ++at) code.region_of[at] = i;
  }
  return code;
}

/// Walks and returns how often each instruction was met.
std::vector<int> walk(const MachineCode& code, RegionTrips& trips) {
  std::vector<int> met(code.instructions.size(), 0);
  for (std::uint32_t pc = 0; pc < code.instructions.size();) {
    trips.enter(pc);
    ++met[pc];
    pc = code.instructions[pc].target >= 0 ? trips.after_branch(pc) : pc + 1;
  }
  return met;
}

/// An unrolled loop of four loads, and a loop of one load for what is left over.
MachineCode unrolled() {
  return code_of(
      {plain(), branch(7), load(), load(), load(), load(), branch(2), branch(10), load(), branch(8), plain()},
      {{2, 7, false, 0}, {2, 7, true, 1}, {8, 10, false, 0}, {8, 10, true, 3}});
}

TEST(RegionTrips, GiveAnUnrolledLoopAsMuchAsItTakesAndTheRestToTheOther) {
  const MachineCode code = unrolled();
  Executions executions;
  executions.exact[load_line] = 4 * 5 + 3;
  RegionTrips trips(code, executions);
  const std::vector<int> met = walk(code, trips);
  EXPECT_EQ(met[2], 5);
  EXPECT_EQ(met[5], 5);
  EXPECT_EQ(met[8], 3);
  EXPECT_EQ(met.back(), 1);
}

TEST(RegionTrips, JumpOverALoopThatNeverRuns) {
  const MachineCode code = unrolled();
  Executions executions;
  executions.exact[load_line] = 3;
  RegionTrips trips(code, executions);
  const std::vector<int> met = walk(code, trips);
  EXPECT_EQ(met[2], 0);
  EXPECT_EQ(met[8], 3);
}

TEST(RegionTrips, OfAnInnerLoopAreSharedOutToTheTripsOfTheOuterOne) {
  constexpr std::int32_t inner_line = 11;
  const MachineCode code = code_of({plain(), load(), plain(), load(inner_line), branch(3), branch(1), plain()},
                                   {{1, 6, true, 0}, {3, 5, true, 1}});
  Executions executions;
  executions.exact[load_line] = 4;
  executions.exact[inner_line] = 4 * 7;
  RegionTrips trips(code, executions);
  const std::vector<int> met = walk(code, trips);
  EXPECT_EQ(met[1], 4);
  EXPECT_EQ(met[3], 28);
  EXPECT_EQ(met[5], 4);
}

TEST(RegionTrips, OfCodeWithoutAccessesOfItsOwnAreThoseOfWhatItHolds) {
  // In a loop, a skipped part holds two loops, of which only the second one ever runs.
  constexpr std::int32_t never = 11;
  const MachineCode code = code_of({load(), branch(7), load(never), branch(2), load(12), branch(4), plain(), branch(0)},
                                   {{0, 8, true, 0}, {2, 7, false, 1}, {2, 4, true, 2}, {4, 6, true, 2}});
  Executions executions;
  executions.exact[load_line] = 6;
  executions.exact[never] = 0;
  executions.exact[12] = 18;
  RegionTrips trips(code, executions);
  EXPECT_EQ(trips.total(2), 6);
  EXPECT_EQ(trips.total(4), 18);
}

TEST(RegionTrips, AreThoseThatMostLinesOfARegionSay) {
  // ptxas took the first load of the inner loop out of it, and left its line to it: 16 executions in a place that runs
  // 4 times.
  const MachineCode code = code_of({load(11), load(12), load(13), load(14), branch(3), branch(0), plain()},
                                   {{0, 6, true, 0}, {3, 5, true, 1}});
  Executions executions;
  executions.exact = {{11, 4}, {12, 16}, {13, 4}, {14, 12}};
  RegionTrips trips(code, executions);
  const std::vector<int> met = walk(code, trips);
  EXPECT_EQ(met[0], 4);
  EXPECT_EQ(met[1], 4);
  EXPECT_EQ(met[3], 12);
}

TEST(RegionTrips, CanBeLimitedAndSayHowMuchWorkThatLeaves) {
  const MachineCode code = unrolled();
  Executions executions;
  executions.exact[load_line] = 4000;
  RegionTrips trips(code, executions);
  const double whole = trips.work();
  trips.limit(10);
  EXPECT_TRUE(trips.limited());
  EXPECT_LT(trips.work(), whole / 50);
  EXPECT_EQ(walk(code, trips)[2], 10);
}

TEST(RegionTrips, FollowTheMeanOfLinesThatTheTraceDoesNotCount) {
  MachineInstruction counted = plain();
  counted.ptx_line = 20;
  const MachineCode code = code_of({plain(), counted, branch(1), plain()}, {{1, 3, true, 0}});
  Executions executions;
  executions.mean[20] = 16;
  RegionTrips trips(code, executions);
  EXPECT_EQ(walk(code, trips)[1], 16);
}

}  // namespace
}  // namespace lanescope::predict
