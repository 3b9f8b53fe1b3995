// Vectorization against what ptxas really made of two matrix products, for every target of this NVRTC.
#include "model/metrics/vectorization.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/file.h"
#include "compiler/fixture.h"
#include "model/address_interpreter.h"
#include "model/metrics/metrics.h"
#include "model/totals.h"
#include "model/trace_builder.h"

namespace lanescope::model {
namespace {

using trace::Operation;
using trace::Space;
using trace::Trace;

struct Program {
  ptx::Module ptx;
  sass::Cubin cubin;
};

Program compile(const std::string& text, int target) {
  compiler::Request request;
  request.file = "lesson/kernel.cu";
  request.text = text;
  request.target = {target / 10, target % 10};
  auto compiled = compiler::shared_compiler().compile(request);
  if (!compiled) throw MachineError({compiled.error().text(), compiled.error().text(), ""});
  auto ptx = ptx::parse(compiled->ptx);
  if (!ptx) throw MachineError(ptx.error());
  auto cubin = sass::read_cubin(compiled->cubin);
  if (!cubin) throw MachineError(cubin.error());
  return {*std::move(ptx), *std::move(cubin)};
}

Program compile_file(const std::string& name, int target) {
  const auto text = read_file(std::string(LANESCOPE_SOURCES) + "/tests/model/kernels/" + name);
  if (!text) throw MachineError(text.error());
  return compile(*text, target);
}

/// As the cubin would be without its table of PTX lines.
sass::Cubin without_ptx_lines(sass::Cubin cubin) {
  cubin.has_ptx_lines = false;
  for (auto& function : cubin.functions) {
    for (auto& instruction : function.instructions) instruction.ptx_line = 0;
  }
  return cubin;
}

std::string reasons(const Vectorization& vectorization) {
  std::string text;
  for (std::size_t i = 0; i < vectorization.sites.size(); ++i) {
    if (!vectorization.sites[i].proven) text += std::to_string(i) + ": " + vectorization.sites[i].reason + "\n";
  }
  return text;
}

class Vectorized : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    if (!compiler::compiles_for(compiler::shared_compiler(), GetParam())) {
      GTEST_SKIP() << "this NVRTC does not compile for it";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, Vectorized, testing::Values(75, 80, 86, 89, 90, 100, 120),
                         [](const auto& one) { return "sm_" + std::to_string(one.param); });

constexpr std::uint64_t buffer(std::uint64_t index) {
  return (index + 1) << 32;
}

TEST_P(Vectorized, TiledMatmulReadsFourOfItsRowsElementsAtOnce) {
  const Program program = compile_file("tiled_matmul.cu", GetParam());
  constexpr std::uint32_t n = 64;  // four tiles
  const Trace trace =
      AddressInterpreter(program.ptx, "matmul_tiled", {buffer(0), buffer(1), buffer(2), n}).run(16, 16, 1, 2);
  ASSERT_EQ(trace::defect(trace), "");
  const auto places = site_blocks(trace.sites, program.ptx);
  for (const bool with_ptx_lines : {true, false}) {
    const sass::Cubin cubin = with_ptx_lines ? program.cubin : without_ptx_lines(program.cubin);
    const Vectorization vectorization = find_vectorization(trace, places, cubin);
    EXPECT_EQ(vectorization.by_ptx_lines, with_ptx_lines);
    EXPECT_TRUE(vectorization.complete()) << reasons(vectorization);
    const ViewMetrics written = metrics_as_written(trace), executed = metrics_as_executed(trace, vectorization);
    const Counts& loads_written = total(written, Space::shared, Operation::load);
    const Counts& loads_executed = total(executed, Space::shared, Operation::load);
    // A warp and tile: 32 scalar loads, 16 of a column of Bs, 16 of a row of As. The latter are 4 of 16 bytes.
    constexpr std::uint64_t warps = 8, tiles = n / 16;
    EXPECT_EQ(loads_written.requests, warps * tiles * 32);
    EXPECT_EQ(loads_executed.requests, warps * tiles * (16 + 4));
    // Each half of a warp reads one row of As: a load of 16 bytes for two different places costs a wavefront a half.
    EXPECT_EQ(loads_written.wavefronts, warps * tiles * 32);
    EXPECT_EQ(loads_executed.wavefronts, warps * tiles * (16 + 4 * 2));
    EXPECT_EQ(total(executed, Space::global, Operation::load), total(written, Space::global, Operation::load));
    EXPECT_EQ(total(executed, Space::shared, Operation::store), total(written, Space::shared, Operation::store));
  }
}

TEST_P(Vectorized, BlockedMatmulReadsNothingButSixteenBytesAtOnce) {
  const Program program = compile_file("blocked_matmul.cu", GetParam());
  constexpr std::uint32_t n = 64;
  const Trace trace =
      AddressInterpreter(program.ptx, "matmul_blocked", {buffer(0), buffer(1), buffer(2), n}).run(64, 1, 0, 0);
  const auto places = site_blocks(trace.sites, program.ptx);
  for (const bool with_ptx_lines : {true, false}) {
    const sass::Cubin cubin = with_ptx_lines ? program.cubin : without_ptx_lines(program.cubin);
    const Vectorization vectorization = find_vectorization(trace, places, cubin);
    EXPECT_TRUE(vectorization.complete()) << reasons(vectorization);
    const Counts written = total(metrics_as_written(trace), Space::shared, Operation::load);
    const ViewMetrics metrics = metrics_as_executed(trace, vectorization);
    const Counts executed = total(metrics, Space::shared, Operation::load);
    constexpr std::uint64_t warps = 2, steps = n;
    EXPECT_EQ(written.requests, warps * steps * 16);
    EXPECT_EQ(executed.requests, warps * steps * 4);
    for (std::size_t i = 0; i < trace.sites.size(); ++i) {
      const bool shared_load = trace.sites[i].space == Space::shared && trace.sites[i].operation == Operation::load;
      EXPECT_EQ(vectorization.sites[i].merged, shared_load ? 4u : 1u) << i;
    }
  }
}

TEST_P(Vectorized, AreAsManyRequestsAsTheCodeHasInstructions) {
  // Straight code: each SASS instruction executes once, so that the requests of one warp are its instructions.
  const Program program = compile(
      "extern \"C\" __global__ void straight(float* out, const float* in) {\n"
      "  __shared__ __align__(16) float tile[1024];\n"
      "  const int t = threadIdx.x;\n"
      "  tile[t] = in[t]; tile[t + 32] = in[t + 64]; tile[t + 64] = 3; tile[t + 96] = 5;\n"
      "  __syncthreads();\n"
      "  float a = tile[4 * (t % 8)] + tile[4 * (t % 8) + 1] * tile[4 * (t % 8) + 2] - tile[4 * (t % 8) + 3];\n"
      "  float b = tile[2 * t] * tile[2 * t + 1];\n"
      "  float c = tile[3 * t] * tile[3 * t + 1];\n"
      "  out[t] = a; out[t + 32] = b; out[t + 64] = c;\n"
      "}\n",
      GetParam());
  const Trace trace = AddressInterpreter(program.ptx, "straight", {buffer(0), buffer(1)}).run(32, 1, 0, 0);
  const Vectorization vectorization = find_vectorization(trace, site_blocks(trace.sites, program.ptx), program.cubin);
  EXPECT_TRUE(vectorization.complete()) << reasons(vectorization);
  std::map<std::pair<sass::Space, sass::Operation>, std::uint64_t> instructions;
  for (const auto& instruction : program.cubin.function("straight")->instructions) {
    if (instruction.memory) ++instructions[{instruction.memory->space, instruction.memory->operation}];
  }
  const ViewMetrics metrics = metrics_as_executed(trace, vectorization);
  EXPECT_EQ(total(metrics, Space::shared, Operation::load).requests,
            (instructions[{sass::Space::shared, sass::Operation::load}]));
  EXPECT_EQ(total(metrics, Space::shared, Operation::store).requests,
            (instructions[{sass::Space::shared, sass::Operation::store}]));
  EXPECT_EQ(total(metrics, Space::global, Operation::load).requests,
            (instructions[{sass::Space::global, sass::Operation::load}]));
  EXPECT_EQ(total(metrics, Space::global, Operation::store).requests,
            (instructions[{sass::Space::global, sass::Operation::store}]));
}

TEST(Vectorization, WithoutACubinIsAsWrittenAndSaysWhy) {
  Trace trace;
  trace.sites = {site(Space::shared, Operation::load, 4), site(Space::shared, Operation::load, 4)};
  const Vectorization vectorization = as_written(trace, "the kernel was not compiled for this GPU");
  EXPECT_FALSE(vectorization.complete());
  EXPECT_EQ(vectorization.sites[1].merged, 1u);
  EXPECT_EQ(vectorization.sites[1].leader, 1u);
  EXPECT_EQ(vectorization.sites[1].reason, "the kernel was not compiled for this GPU");
  const ViewMetrics metrics = metrics_as_executed(trace, vectorization);
  EXPECT_EQ(metrics.sites[0].reason, "the kernel was not compiled for this GPU");
  EXPECT_FALSE(metrics.sites[0].proven);
}

/// Four neighbouring scalar loads at PTX lines 11 to 14 of one block, and a cubin that says what became of them.
class Handmade : public testing::Test {
 protected:
  Handmade() {
    for (std::int32_t i = 0; i < 4; ++i) {
      trace_.sites.push_back(site(Space::shared, Operation::load, 4));
      trace_.sites.back().ptx_line = 11 + i;
      places_.push_back({0, 0, true});
    }
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      for (std::uint32_t i = 0; i < 4; ++i) {
        record(
            trace_, i, [&](std::uint32_t lane) { return lane * 16 + 4 * i + 512 * warp; }, 0xffffffffu, warp);
      }
    }
    cubin_.architecture = 90;
    cubin_.has_ptx_lines = true;
    cubin_.functions.push_back({"kernel", true, {}, {}, {}});
  }

  void instruction(std::int32_t ptx_line, std::uint16_t bits) {
    sass::Instruction one;
    one.address = static_cast<std::uint32_t>(16 * cubin_.functions[0].instructions.size());
    one.ptx_line = ptx_line;
    one.memory = sass::MemoryInstruction{sass::Space::shared, sass::Operation::load, bits};
    cubin_.functions[0].instructions.push_back(one);
  }

  [[nodiscard]] Vectorization find() const { return find_vectorization(trace_, places_, cubin_); }

  Trace trace_;
  std::vector<SiteBlock> places_;
  sass::Cubin cubin_;
};

TEST_F(Handmade, GroupsAreLedByTheLowestAddressWhicheverSiteTheWideInstructionNames) {
  instruction(13, 128);
  const Vectorization vectorization = find();
  EXPECT_TRUE(vectorization.complete()) << reasons(vectorization);
  for (const SiteVectorization& one : vectorization.sites) {
    EXPECT_EQ(one.merged, 4u);
    EXPECT_EQ(one.leader, 0u);
  }
  EXPECT_FALSE(is_merged_into_leader(vectorization.sites, 0));
  EXPECT_TRUE(is_merged_into_leader(vectorization.sites, 3));
  EXPECT_FALSE(is_merged_into_leader(vectorization.sites, 4)) << "nothing is known of it";
}

TEST_F(Handmade, PairsAreGroupsOfTwo) {
  instruction(11, 64);
  instruction(14, 64);
  const Vectorization vectorization = find();
  EXPECT_TRUE(vectorization.complete()) << reasons(vectorization);
  EXPECT_EQ(vectorization.sites[1].leader, 0u);
  EXPECT_EQ(vectorization.sites[3].leader, 2u);
  EXPECT_EQ(vectorization.sites[3].merged, 2u);
}

TEST_F(Handmade, AWideInstructionWhoseOtherSitesStandElsewhereIsLeftAsWritten) {
  instruction(11, 128);
  places_[3].block = 1;
  const Vectorization vectorization = find();
  EXPECT_FALSE(vectorization.complete());
  EXPECT_EQ(vectorization.sites[0].merged, 1u);
  EXPECT_NE(vectorization.sites[0].reason.find("not found in its basic block"), std::string::npos)
      << vectorization.sites[0].reason;
}

TEST_F(Handmade, AddressesThatAreNeighboursInSomeWarpsOnlyAreNotAGroup) {
  instruction(11, 128);
  trace_.offsets[6][9] += 4;
  EXPECT_FALSE(find().complete());
}

TEST_F(Handmade, CopiesThatDifferInWidthAreLeftAsWritten) {
  instruction(11, 128);
  instruction(11, 32);
  const Vectorization vectorization = find();
  EXPECT_EQ(vectorization.sites[0].merged, 1u);
  EXPECT_NE(vectorization.sites[0].reason.find("differ in width"), std::string::npos) << vectorization.sites[0].reason;
}

TEST_F(Handmade, ASiteWithAnInstructionOfItsOwnJoinsNoGroup) {
  instruction(11, 128);
  instruction(14, 32);
  const Vectorization vectorization = find();
  EXPECT_EQ(vectorization.sites[0].merged, 1u);
  EXPECT_TRUE(vectorization.sites[3].proven);
  EXPECT_EQ(vectorization.sites[3].merged, 1u);
}

TEST_F(Handmade, TheSameAddressesReadTwiceAreTwoGroups) {
  for (std::int32_t i = 0; i < 4; ++i) {
    trace_.sites.push_back(site(Space::shared, Operation::load, 4));
    trace_.sites.back().ptx_line = 31 + i;
    places_.push_back({0, 0, true});
  }
  for (std::uint32_t warp = 0; warp < 2; ++warp) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      record(
          trace_, 4 + i, [&](std::uint32_t lane) { return lane * 16 + 4 * i + 512 * warp; }, 0xffffffffu, warp);
    }
  }
  instruction(11, 128);
  instruction(31, 128);
  const Vectorization vectorization = find();
  EXPECT_TRUE(vectorization.complete()) << reasons(vectorization);
  for (std::uint32_t i = 0; i < 8; ++i) EXPECT_EQ(vectorization.sites[i].leader, i / 4 * 4) << i;
}

TEST_F(Handmade, ATraceThatDroppedItsLastRecordsStillShowsTheGroups) {
  instruction(11, 128);
  trace_.headers.pop_back();
  trace_.offsets.pop_back();
  EXPECT_FALSE(find().complete());
  trace_.dropped = 1;
  EXPECT_TRUE(find().complete()) << reasons(find());
}

TEST_F(Handmade, SourceLinesServeWhereThereAreNoPtxLinesAndOnlyWhenTheyAddUp) {
  cubin_.has_ptx_lines = false;
  cubin_.has_source_lines = true;
  cubin_.files = {"", "/lanescope/lesson/kernel.cu"};
  instruction(0, 128);
  instruction(0, 128);  // unrolled once
  for (auto& one : cubin_.functions[0].instructions) one.source = {1, 1};
  EXPECT_TRUE(find().complete()) << reasons(find());
  EXPECT_EQ(find().sites[3].leader, 0u);
  instruction(0, 32);
  cubin_.functions[0].instructions.back().source = {1, 1};
  const Vectorization vectorization = find();
  EXPECT_FALSE(vectorization.complete());
  EXPECT_NE(vectorization.sites[2].reason.find("do not add up"), std::string::npos) << vectorization.sites[2].reason;
}

TEST_F(Handmade, ACubinWithoutLinesSaysNothing) {
  cubin_.has_ptx_lines = false;
  instruction(11, 128);
  EXPECT_NE(find().sites[0].reason.find("no line table"), std::string::npos);
}

}  // namespace
}  // namespace lanescope::model
