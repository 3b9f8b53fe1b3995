// Variables of the device with values and with buffers in them, and structures by value, against results computed here.
#include "emulator/programs_fixture.h"

namespace lanescope::emulator {
namespace {

TEST(Variables, HoldValuesAndBuffersBeforeTheFirstLaunch) {
  const ReadyKernel symbols = program(test_kernel("symbols"), {{"n", std::int64_t{300}}});
  const Outcome outcome = run_clean(symbols);
  const auto in = filled<float>(symbols);
  std::vector<float> expected;
  std::uint32_t counted = 0;
  for (int i = 0; i < 300; ++i) {
    float sum = 0;
    for (int k = 0; k < 3; ++k) sum += static_cast<float>(k) * in[static_cast<std::size_t>((i + k) % 300)];
    float value = 2.5f * sum;
    if (i >= 3 && value > -1.5f && value < 1e6f) {
      value += in[1];
      ++counted;
    }
    expected.push_back(value);
  }
  EXPECT_EQ(result<float>(symbols, outcome), expected);
  EXPECT_EQ(result<float>(symbols, outcome, "shared_out"), expected) << "through a pointer in a variable";
  EXPECT_EQ(result(symbols, outcome, "counter"), std::vector<std::uint32_t>{counted});
  EXPECT_EQ(result<std::int32_t>(symbols, outcome, "last"), (std::vector<std::int32_t>{299, 7, 7, 7}));
}

TEST(Variables, AreRefusedWithTheirSizeWhenABufferDoesNotFit) {
  ReadyKernel symbols = program(test_kernel("symbols"));
  symbols.plan.buffers.at(buffer_number(symbols.plan, "taps")).shape = {4};
  const auto outcome = run(symbols.module, symbols.plan, {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().what, "the variable weights has 12 bytes, but its buffer has 16");
}

TEST(Variables, AreRefusedWhenTheProgramHasNone) {
  ReadyKernel symbols = program(test_kernel("symbols"));
  symbols.plan.symbols.front().name = "weihgts";
  const auto outcome = run(symbols.module, symbols.plan, {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().what, "the program has no variable weihgts");
}

TEST(Structures, AreLaidOutAsTheCompilerDoes) {
  const ReadyKernel structures = program(test_kernel("structures"), {{"N", std::int64_t{200}}});
  const Outcome outcome = run_clean(structures);
  const auto in = filled<float>(structures);
  const float weights[3] = {0.25f, -0.5f, 2};
  std::vector<float> expected;
  std::vector<std::uint32_t> more;
  for (std::uint32_t i = 0; i < 200; ++i) {
    expected.push_back(-(in[i + 5] * weights[i % 3] + 2.5f + 200) + 2);
    more.push_back(256 + 2 * i + 65 + 4);
  }
  EXPECT_EQ(result<float>(structures, outcome), expected);
  EXPECT_EQ(result(structures, outcome, "more"), more);
}

TEST(Structures, ThatDoNotFillTheParameterAreRefusedWithTheirLayout) {
  ReadyKernel structures = program(test_kernel("structures"));
  structures.plan.launches.front().arguments.front().structure->bytes.resize(48);
  const auto outcome = run(structures.module, structures.plan, {});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().what,
            "the fields (in at 0, n at 8, w[0] at 12, w[1] at 16, w[2] at 20, pair[0].first at 24, pair[0].wide at 32, "
            "pair[1].first at 40, pair[1].wide at 48, flip at 56, nowhere at 64, together 72 bytes) do not fill the "
            "parameter .b8 combine_param_0[72], which has 72 bytes");
}

TEST(Structures, WithPointersAreWatchedForRaces) {
  ReadyKernel structures = program(test_kernel("structures"), {{"N", std::int64_t{200}}});
  // All blocks store into the same element of a buffer of one.
  const auto racing = compiler::shared_compiler().ptx(
      {"race.cu",
       "struct Out { int* out; };\nextern \"C\" __global__ void combine(Out o) { *o.out += threadIdx.x; }\n",
       {},
       {},
       {9, 0}});
  ASSERT_TRUE(racing) << racing.error().text();
  structures.module = ptx::parse(*racing).value();
  auto& arguments = structures.plan.launches.front().arguments;
  arguments = {arguments[3]};
  arguments[0].structure->bytes.resize(8);
  arguments[0].structure->addresses = {{0, buffer_number(structures.plan, "more"), 0}};
  const Outcome outcome = run_program(structures);
  ASSERT_FALSE(outcome.faults.empty());
  EXPECT_EQ(outcome.faults.front().kind, FaultKind::race);
  EXPECT_EQ(outcome.faults.front().memory.buffer, "more");
}

}  // namespace
}  // namespace lanescope::emulator
