// Barriers behind a return, orders that a program has and lacks in shared memory, values that nobody uses, lanes that
// give none.
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

ReadyKernel with_case(const char* kernel, const char* name, const char* knob = "case") {
  return program(test_kernel(kernel), {{knob, std::string(name)}});
}

/// The only fault; one that says so when there is none or more.
Fault only_fault(const ReadyKernel& kernel, const Options& options = {}) {
  const Outcome outcome = run_program(kernel, options);
  EXPECT_EQ(outcome.faults.size(), 1u);
  return outcome.faults.empty() ? Fault{} : outcome.faults.front();
}

void expect_words(const Fault& fault, const std::string& words) {
  EXPECT_NE(fault.message.text().find(words), std::string::npos) << fault.message;
}

std::string line(std::int32_t number) {
  return "(line " + std::to_string(number) + ")";
}

TEST(AReaderThatComesFirst, IsARaceWithTheLineThatWritesLater) {
  const ReadyKernel kernel = with_case("shared_order", "reader_first");
  const Fault fault = only_fault(kernel);
  EXPECT_EQ(name_of(fault.kind), "race") << fault.message;
  EXPECT_EQ(fault.line, line_with(kernel, "if (t < 32) out[i] = values[BLOCK - 32 + t]"));
  EXPECT_EQ(fault.memory, trace::Memory{trace::Space::shared});
  EXPECT_EQ(fault.offset, 4 * 32);
  expect_words(fault, "thread 0 of block 0 reads byte 128 of shared memory before thread 32 writes it");
  expect_words(fault, line(line_with(kernel, "if (t >= BLOCK - 32) values[t] = in[i]")));
}

TEST(AReaderThatComesFirst, IsARaceAlsoInItsWarp) {
  const ReadyKernel kernel = with_case("shared_order", "reader_first_in_warp");
  const Fault fault = only_fault(kernel);
  EXPECT_EQ(name_of(fault.kind), "race") << fault.message;
  expect_words(fault, "reads byte 4 of shared memory before thread 1 writes it");
}

TEST(AReaderThatComesFirst, IsARaceInEveryOrder) {
  const ReadyKernel kernel =
      program(test_kernel("shared_order"), {{"case", std::string("reader_first")}, {"n", Number{64}}});
  const std::int32_t reads = line_with(kernel, "if (t < 32) out[i] = values[BLOCK - 32 + t]"), writes = reads + 1;
  for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
    for (const bool goes_on : {false, true}) {
      Options options;
      options.schedule_seed = seed;
      options.continue_after_fault = goes_on;
      const Fault fault = only_fault(kernel, options);
      EXPECT_EQ(name_of(fault.kind), "race") << fault.message;
      EXPECT_TRUE(fault.line == reads || fault.line == writes) << fault.line;
      expect_words(fault, line(reads + writes - fault.line));
    }
  }
}

TEST(AVolatileFlag, BehindAFenceOrdersWhatWasBefore) {
  const ReadyKernel kernel = with_case("shared_order", "flag");
  run_clean(kernel);
}

TEST(AVolatileFlag, WithoutAFenceOrdersNothing) {
  const ReadyKernel kernel = with_case("shared_order", "flag_without_fence");
  const Fault fault = only_fault(kernel);
  EXPECT_EQ(name_of(fault.kind), "race") << fault.message;
}

struct EqualValue {
  const char *name, *reads, *writes;
};

class EveryEqualValue : public testing::TestWithParam<EqualValue> {};

TEST_P(EveryEqualValue, ThatIsWrittenBesideAReadInSharedMemoryIsARace) {
  const ReadyKernel kernel = with_case("shared_order", GetParam().name);
  const std::int32_t reads = line_with(kernel, GetParam().reads), writes = line_with(kernel, GetParam().writes);
  for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
    Options options;
    options.schedule_seed = seed;
    const Fault fault = only_fault(kernel, options);
    EXPECT_EQ(name_of(fault.kind), "race") << fault.message;
    EXPECT_TRUE(fault.line == reads || fault.line == writes) << fault.line << ": " << fault.message;
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, EveryEqualValue,
                         testing::Values(EqualValue{"equal_after_read", "// may see either", "// writes what it holds"},
                                         EqualValue{"equal_before_read", "// may see either",
                                                    "// writes what it holds"},
                                         EqualValue{"zero_added", "// may see either", "// adds nothing"},
                                         EqualValue{"equal_then_read", "// reads it", "values[1] = 9;"}),
                         [](const auto& given) { return std::string(given.param.name); });

TEST(EqualWrites, OfManyThreadsToSharedMemoryAreNotedAndNoFault) {
  const ReadyKernel kernel = with_case("shared_order", "equal_writes");
  const Outcome outcome = run_clean(kernel);
  EXPECT_EQ(result(kernel, outcome), std::vector<std::uint32_t>(128, 9));
  ASSERT_EQ(outcome.notes.size(), 1u);
  EXPECT_NE(outcome.notes.front().text().find("of shared memory"), std::string::npos) << outcome.notes.front();
  EXPECT_NE(outcome.notes.front().text().find(line(line_with(kernel, "values[1] = 9;")).substr(1, 4)),
            std::string::npos)
      << outcome.notes.front();
}

TEST(AValueThatNothingWrote, IsNoFaultWhereASelectDiscardsIt) {
  run_clean(with_case("shared_order", "unused"));
}

TEST(AValueThatNothingWrote, IsAFaultWhereASelectTakesIt) {
  const ReadyKernel kernel = with_case("shared_order", "used");
  const Fault fault = only_fault(kernel);
  EXPECT_EQ(name_of(fault.kind), "uninitialised") << fault.message;
  EXPECT_EQ(fault.thread, 1u);
  EXPECT_EQ(fault.offset, 4);
}

TEST(AShuffle, FromALaneInTheMaskIsRight) {
  run_clean(with_case("shuffle_outside", "inside"));
}

TEST(AShuffle, WithinASegmentTakesTheOwnValueBehindItsEnd) {
  run_clean(with_case("shuffle_outside", "segments"));
}

TEST(AShuffle, FromALaneOutsideTheMaskIsFound) {
  const ReadyKernel kernel = with_case("shuffle_outside", "outside_the_mask");
  const Fault fault = only_fault(kernel);
  EXPECT_EQ(name_of(fault.kind), "shuffle") << fault.message;
  EXPECT_EQ(fault.line, line_with(kernel, "__shfl_down_sync(0x0000ffff, value, 8);"));
  EXPECT_EQ(fault.thread, 8u);
  expect_words(fault, "reads from lane 16, which is not in its mask");
}

TEST(AShuffle, FromALaneThatIsNotThereIsFound) {
  const ReadyKernel kernel = with_case("shuffle_outside", "ended");
  const Fault fault = only_fault(kernel);
  EXPECT_EQ(name_of(fault.kind), "shuffle") << fault.message;
  EXPECT_EQ(fault.line, line_with(kernel, "__shfl_sync(0xffffffff, value, 20)"));
  EXPECT_EQ(fault.thread, 32u);
}

struct WarpCall {
  const char *name, *words;  ///< of its line
};

class EveryWarpCall : public testing::TestWithParam<WarpCall> {
 protected:
  [[nodiscard]] static ReadyKernel kernel(Number mistake) {
    return program(test_kernel("mask_without_lane"), {{"call", std::string(GetParam().name)}, {"mistake", mistake}});
  }
};

TEST_P(EveryWarpCall, WithAMaskWithoutItsOwnLaneIsFound) {
  const ReadyKernel faulty = kernel(1);
  const Fault fault = only_fault(faulty);
  EXPECT_EQ(name_of(fault.kind), "shuffle") << fault.message;
  EXPECT_EQ(fault.line, line_with(faulty, GetParam().words));
  EXPECT_EQ(fault.thread, 16u);
  expect_words(fault, "is lane 16, which is not in its own mask 0x0000ffff");
}

TEST_P(EveryWarpCall, WithAMaskForEachHalfIsRight) {
  run_clean(kernel(0));
}

INSTANTIATE_TEST_SUITE_P(Masks, EveryWarpCall,
                         testing::Values(WarpCall{"syncwarp", "__syncwarp("}, WarpCall{"ballot", "__ballot_sync("},
                                         WarpCall{"any", "__any_sync("}, WarpCall{"all", "__all_sync("},
                                         WarpCall{"uniform", "vote.sync.uni"}, WarpCall{"shuffle", "__shfl_sync("},
                                         WarpCall{"up", "__shfl_up_sync("}, WarpCall{"down", "__shfl_down_sync("},
                                         WarpCall{"butterfly", "__shfl_xor_sync("},
                                         WarpCall{"match_any", "__match_any_sync("},
                                         WarpCall{"match_all", "__match_all_sync("},
                                         WarpCall{"sum", "__reduce_add_sync("}, WarpCall{"bits", "__reduce_or_sync("},
                                         WarpCall{"elect", "elect.sync"}),
                         [](const auto& given) { return std::string(given.param.name); });

class EveryWarpCallInBothBranches : public testing::TestWithParam<const char*> {};

TEST_P(EveryWarpCallInBothBranches, IsOneCall) {
  const ReadyKernel kernel = with_case("warp_calls_in_branches", GetParam(), "call");
  const Outcome outcome = run_clean(kernel);
  EXPECT_EQ(result(kernel, outcome, "branches"), result(kernel, outcome, "together"));
}

INSTANTIATE_TEST_SUITE_P(Calls, EveryWarpCallInBothBranches,
                         testing::Values("shuffle", "up", "down", "butterfly", "ballot", "any", "all", "match_any",
                                         "match_wide", "match_all", "sum", "largest", "bits", "elect"),
                         [](const auto& given) { return std::string(given.param); });

TEST(WarpCallsInBothBranches, ThatDifferWaitForEver) {
  const std::pair<const char*, const char*> pairs[] = {
      {"up", "qualifier"}, {"any", "qualifier"}, {"ballot", "mask"}, {"butterfly", "mask"}};
  for (const auto& [call, differ] : pairs) {
    const Fault fault = only_fault(
        program(test_kernel("warp_calls_in_branches"), {{"call", std::string(call)}, {"differ", std::string(differ)}}));
    EXPECT_EQ(name_of(fault.kind), "divergent_barrier") << call << ": " << fault.message;
  }
}

TEST(ASharedArray, IsLeftByAnIndexThatIsTooLarge) {
  const ReadyKernel kernel = with_case("two_arrays", "behind");
  const Fault fault = only_fault(kernel);
  EXPECT_EQ(name_of(fault.kind), "out_of_bounds") << fault.message;
  EXPECT_EQ(fault.line, line_with(kernel, "out[t] = first[t] + second[t];"));
  EXPECT_EQ(fault.thread, 32u);
  expect_words(fault, "reads 4 bytes past the end of first, which has 128 bytes, in second");
}

TEST(ASharedArray, IsLeftByANegativeIndex) {
  const ReadyKernel kernel = with_case("two_arrays", "before");
  const Fault fault = only_fault(kernel);
  EXPECT_EQ(name_of(fault.kind), "out_of_bounds") << fault.message;
  EXPECT_EQ(fault.thread, 0u);
  expect_words(fault, "reads 4 bytes before the start of second, in first");
}

TEST(ASharedArray, MayBeOneOfTwo) {
  for (const char* name : {"inside", "chosen"}) run_clean(with_case("two_arrays", name));
}

/// The last block has n % 128 threads with something to do.
class ABarrierBehindAReturn : public testing::TestWithParam<Number> {};

TEST_P(ABarrierBehindAReturn, WaitsForThoseThatStay) {
  const ReadyKernel kernel = program(test_kernel("barrier_after_return"), {{"n", GetParam()}});
  const auto in = filled(kernel);
  std::vector<std::uint32_t> expected(in.size());
  for (std::size_t i = 0; i < in.size(); ++i) {
    const std::size_t block = i / 128, neighbour = block * 128 + (i + 1) % 128;
    expected[i] = neighbour < in.size() ? in[neighbour] : 0;
  }
  EXPECT_EQ(result(kernel, run_clean(kernel)), expected);
}

// Whole warps return; parts of one; both; all but one thread.
INSTANTIATE_TEST_SUITE_P(Sizes, ABarrierBehindAReturn, testing::Values(960, 1008, 968, 897));

}  // namespace
}  // namespace lanescope::emulator
