// wgmma: products of a warpgroup, against results computed from the layouts of the manual.
#include "emulator/instructions/group_kernels.h"

#include <bit>
#include <map>

#include "emulator/instructions/written_program.h"

namespace lanescope::emulator {
namespace {

enum class Orders { one, several };

void expect_products(const std::vector<GroupCase>& cases, Orders orders = Orders::several) {
  const ReadyKernel kernel = written_program(group_kernel(cases));
  const Outcome outcome = orders == Orders::one ? run_program(kernel) : run_clean(kernel);
  for (const Fault& fault : outcome.faults) ADD_FAILURE() << "line " << fault.line << ": " << fault.message;
  const auto in = filled(kernel), out = result(kernel, outcome);
  for (std::size_t number = 0; number < cases.size(); ++number) {
    for (unsigned r = 0; r < 128; ++r) {
      for (unsigned t = 0; t < 128; ++t) {
        ASSERT_EQ(out[number * 16384 + r * 128 + t], expected_of(cases[number], in, r, t))
            << "product " << number << " with n = " << cases[number].n << ", register " << r << " of thread " << t;
      }
    }
  }
}

using namespace matrix_elements;

class Warpgroups : public testing::TestWithParam<GroupFormats> {};

TEST_P(Warpgroups, MultiplyInEveryShape) {
  expect_products(all_shapes(GetParam().a, GetParam().b, GetParam().d), Orders::one);
}

TEST_P(Warpgroups, ReadMatricesInEveryLayout) {
  expect_products(all_layouts(GetParam().a, GetParam().b, GetParam().d));
}

INSTANTIATE_TEST_SUITE_P(Formats, Warpgroups, testing::ValuesIn(all_group_formats()),
                         [](const auto& tested) { return tested.param.name(); });

TEST(WarpgroupKernels, OfAFileAreVerified) {
  for (const std::string swizzle : {"none", "128b"}) {
    const ReadyKernel kernel = program(test_kernel("warpgroup_product"), {{"swizzle", swizzle}});
    // Every sum of products of these inputs is exact in single precision.
    EXPECT_EQ(result<float>(kernel, run_clean(kernel), "c"), values_of<float>(reference_of(kernel))) << swizzle;
  }
}

TEST(WarpgroupKernels, AreTracedByThePiecesOfTheirOperands) {
  const ReadyKernel kernel = written_program(group_kernel({{bf16, bf16, "f32", 24}}));
  Options options;
  options.trace = TraceRequest{};
  const Outcome outcome = run_program(kernel, options);
  ASSERT_TRUE(outcome.faults.empty());
  EXPECT_EQ(trace::defect(outcome.trace), "");
  std::map<std::uint32_t, std::uint32_t> pieces;  // by warp
  for (const trace::Header& header : outcome.trace.headers) {
    const trace::Site& site = outcome.trace.sites[header.site];
    if (site.operation != trace::Operation::matrix_operand) continue;
    EXPECT_EQ(site.space, trace::Space::shared);
    EXPECT_EQ(site.bytes_per_lane, 16u);
    pieces[header.warp] += static_cast<std::uint32_t>(std::popcount(header.active_mask));
  }
  // Rows of 32 bytes: 16 of A for each warp, and the 24 of B once.
  EXPECT_EQ(pieces, (std::map<std::uint32_t, std::uint32_t>{{0, 32 + 48}, {1, 32}, {2, 32}, {3, 32}}));
}

TEST(WarpgroupKernels, AreTakenByTheAssembler) {
  for (const GroupFormats& formats : all_group_formats()) {
    std::vector<GroupCase> cases = all_shapes(formats.a, formats.b, formats.d);
    cases.resize(3);
    const std::string text = group_kernel(cases);
    const ReadyKernel kernel = written_program(text);
    const auto compiled = compiler::shared_compiler().compile({"written.cu", text, {}, kernel.plan.defines, {9, 0}});
    ASSERT_TRUE(compiled) << compiled.error().text();
    EXPECT_NE(compiled->ptx.find(".target sm_90a"), std::string::npos);
  }
}

TEST(WarpgroupKernels, MayBeginWithinASwizzlesPattern) {
  expect_products(all_base_offsets(), Orders::one);
}

/// The faults of one small product whose text is changed: `from` stands in it once, or at its first place.
std::vector<Fault> faults_with(const std::string& from, const std::string& to, GroupCase how = {f16, f16, "f32", 16}) {
  std::string text = group_kernel({how});
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  text.replace(place, from.size(), to);
  Options options;
  options.continue_after_fault = false;
  return run_program(written_program(text), options).faults;
}

void expect_fault(const std::vector<Fault>& faults, FaultKind kind, const std::string& words) {
  ASSERT_EQ(faults.size(), 1u);
  EXPECT_EQ(faults[0].kind, kind) << faults[0].message;
  EXPECT_NE(faults[0].message.text().find(words), std::string::npos) << faults[0].message;
  EXPECT_GT(faults[0].line, 0);
}

const std::string commit = R"(asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");)";
const std::string fence = R"(asm volatile("wgmma.fence.sync.aligned;" ::: "memory");)";

TEST(WarpgroupFaults, AccumulatorsAreReadBeforeTheWait) {
  expect_fault(faults_with("wait_group.sync.aligned 0", "wait_group.sync.aligned 1"), FaultKind::race,
               "reads a register that an unfinished wgmma uses (line ");
}

TEST(WarpgroupFaults, AccumulatorsAreReadThoughAnotherGroupWasClosedBehind) {
  // The second group is empty: a wait that lets one group stay ends the first.
  const std::string two = commit + "\n  " + commit;
  std::string text = group_kernel({{f16, f16, "f32", 16}});
  text.replace(text.find(commit), commit.size(), two);
  const std::string wait = "wait_group.sync.aligned 0";
  text.replace(text.find(wait), wait.size(), "wait_group.sync.aligned 1");
  EXPECT_TRUE(run_program(written_program(text)).faults.empty());
  text.replace(text.find("wait_group.sync.aligned 1"), wait.size(), "wait_group.sync.aligned 2");
  expect_fault(run_program(written_program(text)).faults, FaultKind::race, "without wgmma.wait_group in between");
}

TEST(WarpgroupFaults, NothingWasCommitted) {
  expect_fault(faults_with(commit, ""), FaultKind::race, "reads a register that an unfinished wgmma uses");
}

TEST(WarpgroupFaults, TheFenceIsMissing) {
  expect_fault(faults_with(fence, ""), FaultKind::race, "without a wgmma.fence before it");
}

TEST(WarpgroupFaults, ARegisterIsSetBehindTheFence) {
  expect_fault(faults_with(fence, fence + R"( asm volatile("add.u32 %0, %0, 1;" : "+r"(d[1]));)"), FaultKind::race,
               "set after the last wgmma.fence");
}

TEST(WarpgroupFaults, ARegisterOfAIsSetBeforeTheWait) {
  GroupCase how{f16, f16, "f32", 16};
  how.a_in_registers = true;
  expect_fault(
      faults_with(commit,
                  commit + R"( for (unsigned r = 0; r < 4; ++r) asm volatile("add.u32 %0, %0, 1;" : "+r"(x[r]));)"
                           R"( out[t] = x[0] + x[1] + x[2] + x[3];)",
                  how),
      FaultKind::race, "an unfinished wgmma");
}

TEST(WarpgroupFaults, AnOperandIsWrittenAgainBeforeTheWait) {
  expect_fault(faults_with(commit, commit + " __syncthreads(); put(tile, in, 0, 64, 0, 1);"), FaultKind::race,
               "was overwritten before wgmma.wait_group");
}

TEST(WarpgroupFaults, NoBarrierStandsBehindTheStores) {
  expect_fault(faults_with(R"(::: "memory");
  __syncthreads();)",
                           R"(::: "memory");)"),
               FaultKind::race, "with no barrier in between");
}

TEST(WarpgroupFaults, NoFenceStandsBetweenStoresAndProducts) {
  expect_fault(faults_with(R"(asm volatile("fence.proxy.async.shared::cta;" ::: "memory");)", ""), FaultKind::race,
               "with no fence.proxy.async");
}

TEST(WarpgroupFaults, AnOperandWasNeverWritten) {
  expect_fault(faults_with("put(tile, in, 0, 4096,", "put(tile, in, 0, 16,"), FaultKind::uninitialised,
               "which were never written");
}

TEST(WarpgroupFaults, ADescriptorPointsBehindTheMemory) {
  expect_fault(faults_with("descriptor(tile + 16384", "descriptor(tile + 32704"), FaultKind::out_of_bounds,
               "check the offsets in the descriptor");
}

TEST(WarpgroupFaults, TheWarpsHaveDifferentDescriptors) {
  expect_fault(faults_with("descriptor(tile + 16384", "descriptor(tile + t / 32 * 1024 + 8192"),
               FaultKind::divergent_barrier, "does not start the same wgmma as warp 0");
}

TEST(WarpgroupFaults, AWarpDoesNotCome) {
  expect_fault(
      faults_with(R"(asm volatile("wgmma.wait_group)", R"(if (t >= 96) return; asm volatile("wgmma.wait_group)"),
      FaultKind::divergent_barrier, "waits here for threads that never arrive");
}

TEST(WarpgroupFaults, TheBlockIsTooSmall) {
  expect_fault(faults_with("block     = [128]", "block     = [64]"), FaultKind::trap, "a warpgroup of 2 warps");
}

TEST(WarpgroupFaults, WhatIsNoProductIsRefused) {
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{".m64n16k16.f32.f16.f16", ".m64n16k8.f32.f16.f16"},
                                                        {".m64n16k16.f32.f16.f16", ".m64n16k16.f32.f16.bf16"},
                                                        {".m64n16k16.f32.f16.f16", ".m64n24k16.f32.f16.f16"},
                                                        {"mma_async.sync", "mma_async.sp.sync"},
                                                        {", p, 1, 1, 0, 0;", ", p, 2, 1, 0, 0;"},
                                                        {", p, 1, 1, 0, 0;", ", p, 1, 1, 0;"}}) {
    std::string text = group_kernel({{f16, f16, "f32", 16}});
    text.replace(text.find(from), from.size(), to);
    const ReadyKernel kernel = written_program(text);
    const auto outcome = run(kernel.module, kernel.plan, {});
    ASSERT_FALSE(outcome) << to;
    EXPECT_NE(outcome.error().what.text().find("the emulator does not support wgmma"), std::string::npos)
        << outcome.error().text();
  }
}

TEST(WarpgroupKernels, MayAskForRegistersAndForOtherGrids) {
  const std::string begin = "  const unsigned t = threadIdx.x;\n";
  std::string text = group_kernel({{f16, f16, "f32", 16}});
  text.insert(text.find(begin) + begin.size(),
              R"(asm volatile("setmaxnreg.inc.sync.aligned.u32 240; setmaxnreg.dec.sync.aligned.u32 40;");
  asm volatile("griddepcontrol.wait;" ::: "memory"); asm volatile("griddepcontrol.launch_dependents;");)");
  const ReadyKernel kernel = written_program(text);
  const auto in = filled(kernel), out = result(kernel, run_clean(kernel));
  for (unsigned t = 0; t < 128; ++t) EXPECT_EQ(out[t], expected_of({f16, f16, "f32", 16}, in, 0, t)) << t;
  const auto compiled = compiler::shared_compiler().compile({"written.cu", text, {}, kernel.plan.defines, {9, 0}});
  EXPECT_TRUE(compiled) << compiled.error().text();
}

}  // namespace
}  // namespace lanescope::emulator
