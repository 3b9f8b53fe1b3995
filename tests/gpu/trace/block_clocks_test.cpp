// Kernels with block clocks, executed by the emulator, and the times that clocks give.
#include <fmt/format.h>

#include <cstring>
#include <span>

#include "compiler/fixture.h"
#include "gpu/trace/block_clocks.h"
#include "gpu/traces.h"
#include "ptx/instrument/block_clocks.h"

namespace lanescope::gpu {
namespace {

using ptx::BlockClocks;

ptx::Module clean_module(const SmallKernel& kernel) {
  const auto compiled = compiler::shared_compiler().ptx(request_of(kernel, {9, 0}));
  if (!compiled) throw MachineError({compiled.error().text(), kernel.id, ""});
  return value_or_throw(ptx::parse(*compiled));
}

std::vector<BlockClocks> clocks_in(std::span<const std::byte> bytes, std::uint64_t blocks) {
  std::vector<BlockClocks> clocks(blocks);
  std::memcpy(clocks.data(), bytes.data(), blocks * sizeof(BlockClocks));
  return clocks;
}

/// Runs the kernel with clocks as its text says, printed and read again, and checks what each block wrote.
void expect_clocks(const SmallKernel& kernel) {
  SCOPED_TRACE(kernel.id);
  const ptx::Module module = clean_module(kernel);
  const ptx::Module timed = value_or_throw(ptx::parse(ptx::print(value_or_throw(ptx::with_block_clocks(module)))));
  const TimedPlan plan = with_block_clocks(kernel.plan);
  const auto original = value_or_throw(emulator::run(module, kernel.plan, emulator_options()));
  const auto outcome = value_or_throw(emulator::run(timed, plan.plan, emulator_options()));
  ASSERT_GT(plan.blocks(), 0u);
  const auto clocks = clocks_in(outcome.buffers.at(plan.buffer), plan.blocks());
  std::size_t at = 0;
  for (const trace::BlockTimes::Launch& launch : plan.launches) {
    for (std::uint64_t block = 0; block < launch.runs; ++block, ++at) {
      EXPECT_EQ(clocks[at].written, 1u);
      EXPECT_EQ(clocks[at].sm, block % emulator_options().sm_count);
      EXPECT_GT(clocks[at].end_cycles, clocks[at].begin_cycles);
    }
  }
  for (std::size_t buffer = 0; buffer < kernel.plan.buffers.size(); ++buffer) {
    EXPECT_TRUE(outcome.buffers.at(buffer) == original.buffers.at(buffer))
        << kernel.plan.buffers[buffer].name << " is not the same";
  }
}

TEST(BlockClocks, AreWrittenByEveryBlockAndChangeNothingElse) {
  for (const SmallKernel& kernel : small_kernels()) {
    // Kernels that return early, relaunch, diverge, use shared memory, and whose last block goes on.
    const bool chosen = kernel.id == "transpose/naive_row" || kernel.id == "transpose/smem_tile" ||
                        kernel.id == "reduce/k2" || kernel.id == "reduce/shfl" || kernel.id == "laplace/naive" ||
                        kernel.id == "matmul/tile";
    if (chosen) expect_clocks(kernel);
  }
}

TEST(BlockClocks, AreWrittenByKernelsThatCallFunctionsToo) {
  for (const SmallKernel& kernel : wide_kernels()) {
    if (kernel.id == "device_calls" || kernel.id == "switch_table" || kernel.id == "vote_match") expect_clocks(kernel);
  }
}

TEST(BlockClocks, AssembleForAGpu) {
  if (compiler::shared_compiler().toolkit().nvjitlink.empty()) GTEST_SKIP() << "there is no nvJitLink";
  for (const SmallKernel& kernel : small_kernels()) {
    if (kernel.id != "transpose/smem_tile" && kernel.id != "reduce/k2") continue;
    const ptx::Module timed = value_or_throw(ptx::with_block_clocks(clean_module(kernel)));
    const auto assembled = compiler::shared_compiler().assemble(ptx::print(timed), {9, 0});
    EXPECT_TRUE(assembled) << (assembled ? "" : assembled.error().text());
  }
}

/// Two SMs of 1000 MHz whose own clocks began at other moments; the shared one advances by 1000 ns.
std::vector<BlockClocks> two_sms() {
  std::vector<BlockClocks> clocks;
  for (std::uint64_t block = 0; block < 64; ++block) {
    const std::uint64_t sm = block % 2, begin = 5000 + 1500 * (block / 2), end = begin + 1200;
    clocks.push_back(
        {begin / 1000 * 1000, begin + 777 * (sm + 1), end + 777 * (sm + 1), static_cast<std::uint32_t>(sm), 1});
  }
  return clocks;
}

TimedPlan plan_of(std::uint64_t blocks) {
  catalogue::LaunchPlan plan;
  plan.launches.emplace_back();
  plan.launches.back().grid = {static_cast<std::uint32_t>(blocks), 1, 1};
  return with_block_clocks(plan);
}

TEST(BlockTimes, JoinTheClocksOfSmsByTheSharedOneAndAreFinerThanIt) {
  const auto clocks = two_sms();
  const auto times = value_or_throw(block_times_of(std::as_bytes(std::span(clocks)), plan_of(clocks.size()), 1500));
  EXPECT_EQ(trace::defect(times), "");
  EXPECT_EQ(times.clock_step, 1000u);
  ASSERT_EQ(times.runs.size(), clocks.size());
  for (std::size_t block = 0; block < clocks.size(); ++block) {
    EXPECT_NEAR(times.runs[block].begin, 1500.0 * static_cast<double>(block / 2), 60);
    EXPECT_NEAR(times.runs[block].end - times.runs[block].begin, 1200, 20);
    EXPECT_EQ(times.runs[block].sm, block % 2);
    EXPECT_EQ(times.runs[block].slot, 0u);
  }
}

TEST(BlockTimes, OfABlockThatWroteNothingAreNone) {
  auto clocks = two_sms();
  clocks[7].written = 0;
  const auto times = block_times_of(std::as_bytes(std::span(clocks)), plan_of(clocks.size()), 1500);
  ASSERT_FALSE(times);
  EXPECT_EQ(times.error().what, "block 7 recorded no time");
}

TEST(BlockTimes, AreKeptOfTheFirstBlocksOfAPlanThatHasTooMany) {
  catalogue::LaunchPlan plan;
  for (int launch = 0; launch < 3; ++launch) {
    plan.launches.emplace_back();
    plan.launches.back().grid = {1u << 20, 1, 1};
  }
  const TimedPlan timed = with_block_clocks(plan);
  EXPECT_EQ(timed.blocks(), trace::max_block_runs);
  EXPECT_EQ(timed.launches.back().runs, 0u);
  EXPECT_EQ(timed.plan.launches.back().arguments.back().value, 0);
}

}  // namespace
}  // namespace lanescope::gpu
