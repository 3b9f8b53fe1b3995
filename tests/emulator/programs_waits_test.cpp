// Lanes that wait for lanes of their own warp, tiles of several warps, volatile words, and addresses far from all
// buffers.
#include <mutex>

#include "emulator/instructions/ptx_lines.h"
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

ReadyKernel waiting(const char* name) {
  return program(test_kernel("waiting_lanes"), {{"case", std::string(name)}});
}

TEST(WaitingLanes, TakeALockOneAfterTheOther) {
  const ReadyKernel kernel = waiting("lock");
  EXPECT_EQ(result(kernel, run_clean(kernel), "count")[0], 128u);
}

TEST(WaitingLanes, TakeALockInSharedMemory) {
  const ReadyKernel kernel = waiting("shared_lock");
  const Words count = result(kernel, run_clean(kernel), "count");
  EXPECT_EQ(count[0], 64u * 63 / 2);
  EXPECT_EQ(count[1], 64u * 63 / 2);
}

TEST(WaitingLanes, WaitForTheLaneAboveThem) {
  const ReadyKernel kernel = waiting("handed_on");
  const Words count = result(kernel, run_clean(kernel), "count");
  for (std::uint32_t t = 0; t < 64; ++t) EXPECT_EQ(count[t], 63 - t);
}

TEST(WaitingLanes, StandForTheirWarpAtABarrierWithANumberOfThreads) {
  const ReadyKernel kernel = waiting("counted");
  const Words count = result(kernel, run_clean(kernel), "count");
  EXPECT_EQ(count[0], 7u);
  EXPECT_EQ(count[1], 7u);
}

TEST(WaitingLanes, AreNamedWithTheirLineWhenTheRunIsStopped) {
  const ReadyKernel kernel = waiting("never");
  for (const unsigned threads : {1u, 3u}) {
    Options options;
    options.threads = threads;
    options.step_budget = ~std::uint64_t{0};
    int looks = 0;
    std::mutex mutex;
    options.cancelled = [&] {
      const std::lock_guard lock(mutex);
      return ++looks > 100;
    };
    const Outcome outcome = run_program(kernel, options);
    EXPECT_TRUE(outcome.cancelled);
    EXPECT_TRUE(outcome.faults.empty());
    ASSERT_TRUE(outcome.open_at);
    EXPECT_EQ(outcome.open_at->line, line_with(kernel, "// nobody opens it"));
    EXPECT_EQ(outcome.open_at->message.text(), "thread 40 of block 1 waits here for a value that no thread changes");
  }
}

/// What the lanes of a warp have after a call that lane 0 jumps over, in every order of the lanes.
Words results_without_lane_0(const std::string& call) {
  const std::vector<std::string> lines = {
      "setp.eq.u32 %p1, %r6, 0; setp.ne.u32 %p2, %r6, 40; mov.u32 %r5, 0;\n@%p1 bra behind;\n" + call + "\nbehind:"};
  const Words in(4 * 32);
  const Words first = run_lines(lines, in);
  for (const std::uint64_t seed : {1u, 7u}) EXPECT_EQ(run_lines(lines, in, seed), first) << call;
  return first;
}

// PTX ISA of these: the thread waits until all non-exited threads of the mask have come.
TEST(WaitingLanes, DoNotWaitForALaneThatEnds) {
  const std::pair<const char*, std::uint32_t> calls[] = {
      {"vote.sync.ballot.b32 %r5, %p2, 0xffffffff;", 0xfffffffe},
      {"vote.sync.all.pred %p3, %p2, 0xffffffff; selp.u32 %r5, 1, 2, %p3;", 1},
      {"bar.warp.sync 0xffffffff; mov.u32 %r5, 3;", 3},
      {"match.any.sync.b32 %r5, %r1, 0xffffffff;", 0xfffffffe},
      {"redux.sync.add.u32 %r5, %r1+1, 0xffffffff;", 31},
      {"shfl.sync.idx.b32 %r5, %r6, 9, 31, 0xffffffff;", 9},
      {"elect.sync %r5|%p3, 0xffffffff;", 1}};
  for (const auto& [call, expected] : calls) {
    const Words out = results_without_lane_0(call);
    EXPECT_EQ(out[0], 0u) << call;
    EXPECT_EQ(Words(out.begin() + 1, out.end()), Words(31, expected)) << call;
  }
}

TEST(WaitingLanes, MeetALaneThatComesToALaterCall) {
  const Words out = run_lines({"setp.eq.u32 %p1, %r6, 0; setp.ne.u32 %p2, %r6, 40; mov.u32 %r5, 0;\n@%p1 bra behind;\n"
                               "vote.sync.ballot.b32 %r5, %p2, 0xffffffff;\nbehind:",
                               "vote.sync.ballot.b32 %r5, %p2, 0xffffffff;"},
                              Words(4 * 32));
  EXPECT_EQ(out[0], 0u);
  EXPECT_EQ(out[1], 0xffffffffu) << "lane 0 has come to the second call";
  EXPECT_EQ(out[32], 0xffffffffu);
  EXPECT_EQ(out[33], 0xfffffffeu) << "lane 0 has ended";
}

TEST(WaitingLanes, GetNoValueOfALaneThatHasEnded) {
  const auto outcome = try_lines({"setp.eq.u32 %p1, %r6, 0; mov.u32 %r5, 0;\n@%p1 bra behind;\n"
                                  "shfl.sync.idx.b32 %r5, %r6, 0, 31, 0xffffffff;\nbehind:"},
                                 Words(4 * 32));
  ASSERT_TRUE(outcome);
  ASSERT_FALSE(outcome->faults.empty());
  EXPECT_EQ(name_of(outcome->faults.front().kind), "shuffle");
}

TEST(GroupTiles, ShareTheMemoryThatTheSystemReserves) {
  const ReadyKernel kernel = program(test_kernel("group_tiles"));
  const Words out = result(kernel, run_clean(kernel));
  for (std::uint32_t i = 0; i < 512; ++i) {
    const std::uint32_t t = i % 256, tile = t / 128;
    EXPECT_EQ(out[i], (t ^ 64u) + 1000 * tile + (128 * tile + 5) * 10000) << i;
  }
}

Outcome volatile_words(const char* data) {
  return run_program(program(test_kernel("volatile_words"), {{"data", std::string(data)}}));
}

TEST(VolatileWords, AreNoRaceWithEachOtherAndOrderNothingElse) {
  const ReadyKernel kernel = program(test_kernel("volatile_words"));
  for (const char* const data : {"volatile", "none"}) {
    const Outcome outcome = volatile_words(data);
    for (const Fault& fault : outcome.faults) ADD_FAILURE() << fault.message;
    ASSERT_EQ(outcome.notes.size(), 1u) << data;
    const std::string note = outcome.notes.front().text();
    EXPECT_EQ(note.find("volatile accesses of byte 0 of flag"), 0u) << note;
    EXPECT_NE(note.find("line " + std::to_string(line_with(kernel, "// raised"))), std::string::npos) << note;
    EXPECT_NE(note.find("line " + std::to_string(line_with(kernel, "// seen"))), std::string::npos) << note;
  }
  const Outcome plain = volatile_words("plain");
  ASSERT_EQ(plain.faults.size(), 1u);
  EXPECT_EQ(name_of(plain.faults.front().kind), "race");
  EXPECT_EQ(plain.faults.front().memory.name(), "value");
}

struct Far {
  const char *name, *buffer;
  std::optional<std::int64_t> offset;
  const char* words;
};

class FarAddresses : public testing::TestWithParam<Far> {};

TEST_P(FarAddresses, BelongToTheBufferTheyWereMeantFor) {
  const Outcome outcome = run_program(program(test_kernel("far_addresses"), {{"case", std::string(GetParam().name)}}));
  ASSERT_EQ(outcome.faults.size(), 1u);
  const Fault& fault = outcome.faults.front();
  EXPECT_EQ(name_of(fault.kind), "out_of_bounds");
  EXPECT_EQ(fault.memory.buffer, GetParam().buffer) << fault.message;
  EXPECT_EQ(fault.offset, GetParam().offset) << fault.message;
  EXPECT_NE(fault.message.text().find(GetParam().words), std::string::npos) << fault.message;
}

INSTANTIATE_TEST_SUITE_P(
    Cases, FarAddresses,
    testing::Values(Far{"wrapped_index", "in", (std::int64_t{1} << 34) - 160,
                        "bytes past the end of in, which has 256"},
                    Far{"garbage", "", std::nullopt, "at 0x7f1234567000, an address in no buffer"},
                    Far{"before", "rest", -12'000'000'000, "12000000000 bytes before the start of rest"},
                    Far{"copied", "in", std::int64_t{1} << 32, "bytes past the end of in, which has 256"}),
    [](const auto& given) { return std::string(given.param.name); });

TEST(MisalignedAddresses, AreNamedBeforeTheEndThatTheyLieAcross) {
  for (const char* const name : {"across", "shared_across"}) {
    const Outcome outcome = run_program(program(test_kernel("far_addresses"), {{"case", std::string(name)}}));
    ASSERT_EQ(outcome.faults.size(), 1u) << name;
    EXPECT_EQ(name_of(outcome.faults.front().kind), "misaligned") << outcome.faults.front().message;
  }
}

}  // namespace
}  // namespace lanescope::emulator
