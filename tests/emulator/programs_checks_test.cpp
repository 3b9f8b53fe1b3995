// Each checker on a pair of programs: with its fault it finds just that, without it nothing.
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

using Number = std::int64_t;

struct Check {
  const char* name;
  FaultKind kind;
  const char* line;  ///< words of the line
  std::uint64_t block;
  std::uint32_t thread;
  const char* buffer;                  ///< null: no place
  std::optional<std::int64_t> offset;  ///< nullopt: not known in advance
};

class EveryCheck : public testing::TestWithParam<Check> {};

TEST_P(EveryCheck, FindsItsFaultWhereItIs) {
  const Check& check = GetParam();
  const ReadyKernel faulty = program(test_kernel(check.name), {{"fault", Number{1}}});
  const Outcome outcome = run_program(faulty);
  ASSERT_EQ(outcome.faults.size(), 1u) << (outcome.faults.empty() ? "" : outcome.faults.back().message);
  const Fault& fault = outcome.faults.front();
  EXPECT_EQ(name_of(fault.kind), name_of(check.kind)) << fault.message;
  EXPECT_EQ(fault.entry, check.name);
  EXPECT_EQ(fault.file, std::string(check.name) + ".cu");
  EXPECT_EQ(fault.line, line_with(faulty, check.line)) << fault.message;
  EXPECT_GT(fault.ptx_line, 0);
  EXPECT_EQ(fault.block, check.block) << fault.message;
  EXPECT_EQ(fault.thread, check.thread) << fault.message;
  EXPECT_NE(fault.message.text().find("thread " + std::to_string(check.thread)), std::string::npos) << fault.message;
  if (check.buffer != nullptr) {
    EXPECT_EQ(fault.memory.name(), check.buffer) << fault.message;
  }
  if (check.offset) {
    EXPECT_EQ(fault.offset, check.offset) << fault.message;
  }
}

TEST_P(EveryCheck, FindsNothingWithoutTheFault) {
  run_clean(program(test_kernel(GetParam().name), {{"fault", Number{0}}}));
}

// n = 1024, blocks of 128. Offsets in bytes: element 1024 is byte 4096.
INSTANTIATE_TEST_SUITE_P(
    Checks, EveryCheck,
    testing::Values(
        Check{"check_global_behind", FaultKind::out_of_bounds, "out[i] = in[i + FAULT]", 7, 127, "in", 4096},
        Check{"check_global_before", FaultKind::out_of_bounds, "out[i == 0 ? -FAULT : i]", 0, 0, "out", -4},
        Check{"check_global_between", FaultKind::out_of_bounds, "out[n + 40] = 1", 0, 5, "out", 4256},
        Check{"check_shared_bounds", FaultKind::out_of_bounds, "values[t + FAULT] =", 0, 127, "shared memory", 512},
        Check{"check_local_bounds", FaultKind::out_of_bounds, "values[in[i] % 8 + beyond] = 1", 0, 0, "local memory",
              std::nullopt},
        Check{"check_misaligned", FaultKind::misaligned, "reinterpret_cast<const unsigned*>(bytes", 0, 6, "in", 26},
        Check{"check_uninitialised_global", FaultKind::uninitialised, "out[i] += in[i];\n#else", 0, 0, "out", 0},
        Check{"check_uninitialised_shared", FaultKind::uninitialised, "values[BLOCK - 1 - t]", 0, 120, "shared memory",
              28},
        Check{"check_divergent_barrier", FaultKind::divergent_barrier, "if (!FAULT || threadIdx.x < 32)", 0, 0, nullptr,
              std::nullopt}),
    [](const auto& given) { return std::string(given.param.name); });

/// Of two racing threads it depends on the order of warps which one comes second.
class EveryRaceCheck : public testing::TestWithParam<Check> {};

TEST_P(EveryRaceCheck, FindsTheRaceInEveryOrder) {
  const Check& check = GetParam();
  const ReadyKernel faulty = program(test_kernel(check.name), {{"fault", Number{1}}});
  for (const std::uint64_t seed : {0u, 1u, 2u, 3u}) {
    Options options;
    options.schedule_seed = seed;
    const Outcome outcome = run_program(faulty, options);
    ASSERT_EQ(outcome.faults.size(), 1u) << seed;
    const Fault& fault = outcome.faults.front();
    EXPECT_EQ(name_of(fault.kind), "race") << fault.message;
    EXPECT_EQ(fault.memory, trace::Memory{trace::Space::shared});
    const std::int32_t line = line_with(faulty, check.line);
    // Either side may be the second.
    EXPECT_TRUE(fault.line == line || fault.line == line + 2) << fault.line << ": " << fault.message;
  }
}

TEST_P(EveryRaceCheck, FindsNothingWithTheBarrier) {
  run_clean(program(test_kernel(GetParam().name), {{"fault", Number{0}}}));
}

INSTANTIATE_TEST_SUITE_P(Races, EveryRaceCheck,
                         testing::Values(Check{"check_race_write_write", FaultKind::race,
                                               "values[FAULT ? t % (BLOCK / 2) : t] = t", 0, 0, nullptr, std::nullopt},
                                         Check{"check_race_read_write", FaultKind::race,
                                               "values[t] = i < n ? in[i] : 1", 0, 0, nullptr, std::nullopt},
                                         Check{"check_race_warp", FaultKind::race, "values[t] = i < n ? in[i] : 1", 0,
                                               0, nullptr, std::nullopt}),
                         [](const auto& given) { return std::string(given.param.name); });

TEST(AnArrayOfAThread, ThatIsNotFilledIsFoundWhenItIsRead) {
  const ReadyKernel faulty = program(test_kernel("check_uninitialised_local"), {{"fault", Number{1}}});
  const Outcome outcome = run_program(faulty);
  ASSERT_EQ(outcome.faults.size(), 1u);
  const Fault& fault = outcome.faults.front();
  EXPECT_EQ(fault.kind, FaultKind::uninitialised) << fault.message;
  EXPECT_EQ(fault.line, line_with(faulty, "values[(i + in[i] % 2) % 8]"));
  EXPECT_EQ(fault.memory, trace::Memory{trace::Space::local});
  // The first thread that reads element 7: 6 with an odd input, or 7 with an even one.
  const auto in = filled(faulty);
  std::uint32_t first = 0;
  while ((first + in[first] % 2) % 8 != 7) ++first;
  EXPECT_EQ(fault.thread, first);
  EXPECT_EQ(fault.block, 0u);
  run_clean(program(test_kernel("check_uninitialised_local"), {{"fault", Number{0}}}));
}

TEST(AnOutput, ThatIsNotWholeIsCounted) {
  const ReadyKernel faulty = program(test_kernel("unwritten"), {{"n", Number{1000}}, {"block", Number{128}}});
  const Outcome outcome = run_program(faulty);
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults.front().kind, FaultKind::unwritten);
  EXPECT_EQ(outcome.faults.front().memory.buffer, "out");
  EXPECT_EQ(outcome.faults.front().offset, 4 * 7 * 128);
  EXPECT_EQ(outcome.unwritten.at(faulty.plan.check.output), 1000u - 7 * 128);
  const ReadyKernel whole = program(test_kernel("copy"), {{"n", Number{1000}}});
  EXPECT_EQ(run_clean(whole).unwritten.at(whole.plan.check.output), 0u);
}

TEST(AnEndlessLoop, EndsWithTheBudget) {
  const ReadyKernel faulty = program(test_kernel("endless"), {{"n", Number{64}}, {"block", Number{64}}});
  Options options;
  options.step_budget = 10000;
  const Outcome outcome = run_program(faulty, options);
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults.front().kind, FaultKind::endless) << outcome.faults.front().message;
  EXPECT_EQ(outcome.faults.front().line, line_with(faulty, "while (i < n) place[i] = in[i]"));
  EXPECT_LE(outcome.instructions, 2 * options.step_budget);
}

TEST(AnAssertion, ThatFailsNamesItsThread) {
  const ReadyKernel faulty = program(test_kernel("assert_fails"), {{"n", Number{256}}});
  const Outcome outcome = run_program(faulty);
  ASSERT_EQ(outcome.faults.size(), 1u);
  const Fault& fault = outcome.faults.front();
  EXPECT_EQ(fault.kind, FaultKind::assertion);
  EXPECT_EQ(fault.block, 0u);
  EXPECT_EQ(fault.thread, 7u);
  EXPECT_EQ(fault.line, line_with(faulty, "assert(i != 7)"));
  EXPECT_NE(fault.message.text().find("i != 7"), std::string::npos) << fault.message;
}

TEST(ATrap, IsAFaultOfItsThread) {
  const ReadyKernel faulty = program(test_kernel("trap"), {{"n", Number{256}}, {"block", Number{128}}});
  const Outcome outcome = run_program(faulty);
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults.front().kind, FaultKind::trap);
  EXPECT_EQ(outcome.faults.front().block, 1u);
  EXPECT_EQ(outcome.faults.front().thread, 127u);
}

TEST(AnAddress, FarFromEveryBufferIsOutOfBounds) {
  const ReadyKernel faulty = program(test_kernel("illegal_address"), {{"n", Number{64}}});
  const Outcome outcome = run_program(faulty);
  ASSERT_EQ(outcome.faults.size(), 1u);
  EXPECT_EQ(outcome.faults.front().kind, FaultKind::out_of_bounds);
  EXPECT_EQ(outcome.faults.front().line, line_with(faulty, "out[i + (1ull << 38)] = in[i]"));
}

}  // namespace
}  // namespace lanescope::emulator
