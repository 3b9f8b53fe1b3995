// Races in global memory, between threads of a block and between blocks.
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

ReadyKernel global_order(const char* name, Number n = 256) {
  return program(test_kernel("global_order"), {{"case", std::string(name)}, {"n", n}});
}

struct Race {
  const char* name;
  const char *first, *second;  ///< words of the two lines
  const char* buffer;
};

class EveryGlobalRace : public testing::TestWithParam<Race> {};

TEST_P(EveryGlobalRace, IsFoundInEveryOrderWithBothLines) {
  const Race& race = GetParam();
  const ReadyKernel kernel = global_order(race.name);
  const std::int32_t first = line_with(kernel, race.first), second = line_with(kernel, race.second);
  std::string told;
  for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
    for (const unsigned threads : {1u, 3u}) {
      Options options;
      options.schedule_seed = seed;
      options.threads = threads;
      const Outcome outcome = run_program(kernel, options);
      ASSERT_EQ(outcome.faults.size(), 1u) << seed;
      const Fault& fault = outcome.faults.front();
      EXPECT_EQ(name_of(fault.kind), "race") << fault.message;
      EXPECT_EQ(fault.memory.name(), race.buffer) << fault.message;
      EXPECT_TRUE(fault.offset) << fault.message;
      EXPECT_TRUE(fault.line == first || fault.line == second) << fault.line << ": " << fault.message;
      const auto named = [&](std::int32_t line) {
        return fault.message.text().find("(line " + std::to_string(line) + ")") != std::string::npos;
      };
      EXPECT_TRUE(named(first) || named(second)) << fault.message;
      // How many threads of ours run the blocks makes no difference.
      if (threads == 1) told = fault.message;
      EXPECT_EQ(fault.message, told);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Races, EveryGlobalRace,
    testing::Values(Race{"sum", "count[0] += in[i] % 7 + 1;", "count[0] += in[i] % 7 + 1;", "count"},
                    Race{"stencil", "data[(i + 1) % n];", "data[i] = in[i] + right;", "data"},
                    Race{"reversal", "data[n - 1 - i];", "data[i] = other;", "data"},
                    Race{"histogram", "count[in[i] % 8] += 1;", "count[in[i] % 8] += 1;", "count"},
                    Race{"tree", "if (t < s) data[i] += data[i + s];\n  }\n#elif CASE == CASE_TREE_WITH",
                         "if (t < s) data[i] += data[i + s];\n  }\n#elif CASE == CASE_TREE_WITH", "data"},
                    Race{"unequal", "count[5] = i / 32;", "count[5] = i / 32;", "count"},
                    Race{"last_block_without_fence", "out[i] = in[i] * 2;", "sum += out[k];", "out"},
                    Race{"fence_missing_before", "// handed over", "// received", "out"},
                    Race{"fence_missing_behind", "// handed over", "// received", "out"},
                    Race{"block_fence_before", "// handed over", "// received", "out"},
                    Race{"block_fence_behind", "// handed over", "// received", "out"},
                    Race{"fence_of_another", "// handed over", "// received", "out"},
                    Race{"fence_too_early", "// handed over", "// received", "out"},
                    Race{"release_relaxed", "// handed over", "// received", "out"},
                    Race{"release_of_block", "// handed over", "// received", "out"},
                    Race{"store_behind_fence", "// changed too late", "// received", "out"},
                    Race{"lock_opened_without_fence", "// guarded", "// guarded", "count"},
                    Race{"lock_taken_without_fence", "// guarded", "// guarded", "count"},
                    Race{"block_scope", "atomicAdd_block(&count[3], 1u)", "atomicAdd_block(&count[3], 1u)", "count"},
                    Race{"block_scope_meets_grid", "atomicMax_block(&count[3]", "atomicMax(&count[3]", "count"},
                    Race{"block_scope_read", "ld.relaxed.cta", "st.relaxed.gpu", "count"},
                    Race{"block_scope_exchange", "atomicCAS_block(&count[3]", "atomicExch_block(&count[3]", "count"},
                    Race{"row_read_before_write", "// read first", "// written behind", "data"},
                    Race{"row_written_before_read", "// written first", "// read behind", "data"},
                    Race{"row_written_by_two", "data[i] = data[i] + in[i];\n  data[", "// that of the next", "data"},
                    Race{"row_kept_by_words", "data[i] = data[i] + 1;", "// one word of the next", "data"},
                    Race{"early", "data[i] = later[(i + BLOCK) % n];",
                         "later[i] = in[i];\n#elif CASE == CASE_EARLY_REVERSAL", "later"},
                    Race{"early_reversal", "data[i] = later[n - 1 - i];",
                         "later[i] = in[i];\n  data[i] = later[n - 1 - i];", "later"}),
    [](const auto& given) { return std::string(given.param.name); });

class EveryGlobalOrder : public testing::TestWithParam<const char*> {};

TEST_P(EveryGlobalOrder, IsNoRace) {
  const ReadyKernel kernel = global_order(GetParam());
  for (const std::uint64_t seed : {0u, 1u, 7u}) {
    for (const unsigned threads : {1u, 3u}) {
      Options options;
      options.schedule_seed = seed;
      options.threads = threads;
      const Outcome outcome = run_program(kernel, options);
      for (const Fault& fault : outcome.faults) ADD_FAILURE() << "line " << fault.line << ": " << fault.message;
      EXPECT_TRUE(outcome.notes.empty()) << outcome.notes.front();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Orders, EveryGlobalOrder,
                         testing::Values("tree_with_barriers", "own_word", "atomics", "last_block", "spin_lock",
                                         "flags", "volatile_flags", "atomic_ref", "device_barrier", "syncwarp", "bytes",
                                         "neighbours", "block_scope_alone", "grid_scope", "system_scope", "fences",
                                         "release_acquire", "relaxed_acquire", "lock", "block_lock", "handed_on",
                                         "fenced_before_barrier", "read_before_barrier", "rows"),
                         [](const auto& given) { return std::string(given.param); });

TEST(GlobalRaces, AreTheSameWithoutShortcuts) {
  for (const char* const name : {"rows", "row_read_before_write", "row_written_before_read", "row_written_by_two",
                                 "row_kept_by_words", "own_word", "stencil", "reversal", "tree"}) {
    const ReadyKernel kernel = global_order(name);
    for (const std::uint64_t seed : {0u, 1u, 2u, 3u, 4u}) {
      Options options;
      options.schedule_seed = seed;
      options.continue_after_fault = true;
      options.shortcuts = false;
      options.threads = 1;
      const Outcome wanted = run_program(kernel, options);
      options.shortcuts = true;
      for (const unsigned threads : {1u, 3u}) {
        options.threads = threads;
        const Outcome quick = run_program(kernel, options);
        EXPECT_EQ(quick.faults, wanted.faults) << name << ", schedule " << seed;
        EXPECT_TRUE(quick.buffers == wanted.buffers) << name << ", schedule " << seed;
      }
    }
  }
}

TEST(EqualValues, ThatManyThreadsWriteAreNamedAndNoFault) {
  for (const unsigned threads : {1u, 3u}) {
    Options options;
    options.threads = threads;
    const ReadyKernel kernel = global_order("equal");
    const Outcome outcome = run_program(kernel, options);
    EXPECT_TRUE(outcome.faults.empty()) << outcome.faults.front().message;
    ASSERT_EQ(outcome.notes.size(), 1u);
    EXPECT_NE(outcome.notes.front().text().find("byte 20 of count"), std::string::npos) << outcome.notes.front();
    EXPECT_NE(outcome.notes.front().text().find("line " + std::to_string(line_with(kernel, "count[5] = 7;"))),
              std::string::npos);
  }
}

TEST(AReadOfWhatNoBlockWrites, StaysUninitialised) {
  for (const unsigned threads : {1u, 3u}) {
    Options options;
    options.threads = threads;
    const ReadyKernel kernel = global_order("never");
    const Outcome outcome = run_program(kernel, options);
    ASSERT_EQ(outcome.faults.size(), 1u);
    EXPECT_EQ(name_of(outcome.faults.front().kind), "uninitialised") << outcome.faults.front().message;
    EXPECT_EQ(outcome.faults.front().line, line_with(kernel, "data[i] = later[i | 1];"));
  }
}

TEST(ARaceBetweenBlocks, NamesBothThreadsAndBlocks) {
  const Outcome outcome = run_program(global_order("sum"));
  ASSERT_EQ(outcome.faults.size(), 1u);
  const Fault& fault = outcome.faults.front();
  EXPECT_EQ(fault.block, 1u);
  EXPECT_EQ(fault.thread, 0u);
  EXPECT_EQ(fault.offset, 0);
  EXPECT_NE(fault.message.text().find("thread 0 of block 1 reads byte 0 of count, which thread 0 of block 0 wrote"),
            std::string::npos)
      << fault.message;
}

TEST(ACooperativeGrid, IsInOrderBehindItsBarrier) {
  for (const Number n : {1024, 3000}) run_clean(program(test_kernel("grid_sync_sum"), {{"n", n}}));
}

TEST(AShadowBeyondTheLimit, IsNotMadeAndSaidSo) {
  Options options;
  options.max_memory = 17800;  // the buffers take 17,665 bytes, the shadow of one of them 1,040
  options.threads = 1;
  const Outcome outcome = run_program(global_order("sum", 4096 / 4), options);
  EXPECT_TRUE(outcome.faults.empty());
  ASSERT_EQ(outcome.notes.size(), 1u);
  EXPECT_NE(outcome.notes.front().text().find("races in global memory were not checked"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::emulator
