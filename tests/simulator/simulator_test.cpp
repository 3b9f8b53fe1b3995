// Kernels in PTX that are launched, counted and checked through the header of the library alone.
#include "simulator/simulator.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "compiler/fixture.h"

namespace lanescope::simulator {
namespace {

/// A kernel with three parameters and a body; registers %r, %f, %rd and %p are declared, %rd1 to %rd3 hold the
/// parameters that are addresses.
std::string kernel(const std::string& parameters, const std::string& body) {
  return ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(" + parameters +
         ")\n{\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<9>;\n.reg .f64 %d<9>;\n.reg .pred %p<9>;\n" + body +
         "ret;\n}\n";
}

/// Thread i copies element i.
const std::string copy = kernel(".param .u64 a, .param .u64 b",
                                "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\nmov.u32 %r1, %tid.x;\n"
                                "mul.wide.u32 %rd3, %r1, 4;\nadd.s64 %rd4, %rd1, %rd3;\nadd.s64 %rd5, %rd2, %rd3;\n"
                                "ld.global.f32 %f1, [%rd5];\nst.global.f32 [%rd4], %f1;\n");

std::vector<float> rising(std::size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 1.0F);
  return values;
}

Simulation run(const std::string& ptx, const Launch& launch, const Options& options = {}) {
  auto simulation = simulate(ptx, launch, options);
  if (!simulation) throw MachineError(simulation.error());
  return *std::move(simulation);
}

TEST(Simulator, GivesBackWhatTheKernelWrites) {
  const std::vector<float> input = rising(64);
  std::vector<float> output(64);
  const Simulation simulation = run(copy, {"k", {1}, {64}, 0, {out(output), in(input)}});
  EXPECT_TRUE(simulation.faults.empty());
  EXPECT_EQ(output, input);
  EXPECT_FALSE(simulation.cancelled);
}

TEST(Simulator, CountsByInstructionAndInAll) {
  const std::vector<float> input = rising(64);
  std::vector<float> output(64);
  const model::Metrics metrics = run(copy, {"k", {1}, {64}, 0, {out(output), in(input)}}).metrics;
  EXPECT_TRUE(metrics.is_whole());
  ASSERT_EQ(metrics.written.sites.size(), 2u);
  const model::SiteMetrics& load = metrics.written.sites[0];
  EXPECT_EQ(load.operation, trace::Operation::load);
  EXPECT_EQ(load.ptx_line, 17);
  EXPECT_EQ(load.counts.requests, 2u);
  EXPECT_EQ(load.counts.sectors, 8u);
  EXPECT_EQ(load.counts.sectors_ideal, 8u);
  ASSERT_EQ(metrics.written.buffers.size(), 2u);
  EXPECT_EQ(metrics.written.buffers[0].buffer, "argument 0");
  // Without a cubin nobody knows what ptxas would merge.
  EXPECT_EQ(metrics.executed.totals, metrics.written.totals);
  EXPECT_FALSE(metrics.executed.sites[0].proven);
  EXPECT_FALSE(metrics.executed.sites[0].reason.empty());
}

TEST(Simulator, TakesNumbersOfTheWidthThatThePtxDeclares) {
  struct Pair {
    float first;
    std::int32_t second;
  };
  const std::string ptx =
      kernel(".param .u64 a, .param .f32 f, .param .u8 small, .param .align 4 .b8 pair[8]",
             "ld.param.u64 %rd1, [a];\nld.param.f32 %f1, [f];\nld.param.u8 %r1, [small];\nld.param.f32 %f2, [pair];\n"
             "ld.param.u32 %r2, [pair+4];\nst.global.f32 [%rd1], %f1;\nst.global.u32 [%rd1+4], %r1;\n"
             "st.global.f32 [%rd1+8], %f2;\nst.global.u32 [%rd1+12], %r2;\n");
  struct Result {
    float real;
    std::uint32_t small;
    Pair pair;
  };
  std::array<Result, 1> output{};
  const Simulation simulation =
      run(ptx, {"k", {1}, {1}, 0, {out(output), 0.5F, std::uint8_t{200}, structure(Pair{2.5F, -7})}});
  EXPECT_TRUE(simulation.faults.empty());
  EXPECT_EQ(output[0].real, 0.5F);
  EXPECT_EQ(output[0].small, 200u);
  EXPECT_EQ(output[0].pair.first, 2.5F);
  EXPECT_EQ(output[0].pair.second, -7);
  // A whole number is none too many for a floating-point parameter.
  EXPECT_TRUE(run(ptx, {"k", {1}, {1}, 0, {out(output), 3, 1, structure(Pair{})}}).faults.empty());
  EXPECT_EQ(output[0].real, 3.0F);
}

TEST(Simulator, RefusesNumbersThatDoNotFit) {
  const std::string ptx = kernel(".param .u8 small", "");
  EXPECT_TRUE(simulate(ptx, {"k", {1}, {1}, 0, {255}}));
  EXPECT_FALSE(simulate(ptx, {"k", {1}, {1}, 0, {256}}));
  EXPECT_FALSE(simulate(ptx, {"k", {1}, {1}, 0, {0.5}}));
  EXPECT_FALSE(simulate(ptx, {"k", {1}, {1}, 0, {}}));
  EXPECT_FALSE(simulate(ptx, {"other", {1}, {1}, 0, {1}}));
  EXPECT_FALSE(simulate(ptx, {"k", {1}, {2048}, 0, {1}}));
  EXPECT_FALSE(simulate(ptx, {"k", {1}, {1}, 1u << 20, {1}}));
}

TEST(Simulator, NamesTheLineOfPtxThatItCannotRead) {
  const auto simulation = simulate(kernel("", "frobnicate.u32 %r1, %r2;\n"), {"k", {1}, {1}});
  ASSERT_FALSE(simulation);
  EXPECT_EQ(simulation.error().where.text(), "PTX line 11, kernel k");
}

TEST(Simulator, SharesMemoryThatTwoArgumentsName) {
  std::vector<float> values = rising(32);
  const Simulation simulation = run(copy, {"k", {1}, {32}, 0, {inout(values), in(values)}});
  EXPECT_TRUE(simulation.faults.empty());
  EXPECT_EQ(values, rising(32));
  EXPECT_EQ(simulation.metrics.written.buffers.size(), 2u);  // loads and stores of one buffer
  EXPECT_EQ(simulation.metrics.written.buffers[0].buffer, simulation.metrics.written.buffers[1].buffer);
}

TEST(Simulator, RefusesMemoryThatOverlapsInPart) {
  std::vector<float> values = rising(64);
  const std::span<float> all(values);
  const auto simulation = simulate(copy, {"k", {1}, {32}, 0, {out(all.first(32)), in(all.subspan(16, 32))}});
  ASSERT_FALSE(simulation);
  EXPECT_EQ(simulation.error().what.id(), "arguments.overlap");
}

TEST(Simulator, ReportsWhatWasNotWritten) {
  const std::vector<float> input = rising(32);
  std::vector<float> output(40);
  const Simulation simulation = run(copy, {"k", {1}, {32}, 0, {out(output, "result"), in(input)}});
  ASSERT_EQ(simulation.faults.size(), 1u);
  EXPECT_EQ(simulation.faults[0].kind, FaultKind::unwritten);
  EXPECT_EQ(simulation.faults[0].count, 8u);
  EXPECT_EQ(simulation.faults[0].memory.buffer, "result");
  EXPECT_EQ(output[31], 32.0F);
}

TEST(Simulator, ReportsAnAccessBeyondABufferWithItsPlace) {
  const std::vector<float> input = rising(31);
  std::vector<float> output(32);
  const Simulation simulation = run(copy, {"k", {1}, {32}, 0, {out(output), in(input, "input")}});
  ASSERT_EQ(simulation.faults.size(), 1u);
  EXPECT_EQ(simulation.faults[0].kind, FaultKind::out_of_bounds);
  EXPECT_EQ(simulation.faults[0].thread, 31u);
  EXPECT_EQ(simulation.faults[0].ptx_line, 17);
  EXPECT_EQ(simulation.faults[0].memory.buffer, "input");
}

TEST(Simulator, TakesMemoryWithoutElements) {
  const std::vector<float> input;
  std::vector<float> output;
  const Simulation simulation = run(copy, {"k", {1}, {1}, 0, {out(output), in(input)}});
  ASSERT_EQ(simulation.faults.size(), 1u);
  EXPECT_EQ(simulation.faults[0].kind, FaultKind::out_of_bounds);
}

TEST(Simulator, TellsBuffersOfOneNameApart) {
  const std::vector<float> input = rising(32);
  std::vector<float> output(32);
  const Simulation simulation = run(copy, {"k", {1}, {32}, 0, {out(output, "x"), in(input, "x")}});
  EXPECT_EQ(output, input);
  ASSERT_EQ(simulation.metrics.written.buffers.size(), 2u);
  EXPECT_NE(simulation.metrics.written.buffers[0].buffer, simulation.metrics.written.buffers[1].buffer);
}

TEST(Simulator, EndsABlockThatNeverEnds) {
  Options options;
  options.max_instructions_of_block = 1000;
  const Simulation simulation = run(kernel("", "again:\nbra again;\n"), {"k", {1}, {32}}, options);
  ASSERT_EQ(simulation.faults.size(), 1u);
  EXPECT_EQ(simulation.faults[0].kind, FaultKind::endless);
}

TEST(Simulator, EndsWhenItIsCancelled) {
  Options options;
  options.max_instructions_of_block = 0;
  options.cancelled = [] { return true; };
  const std::vector<float> input = rising(32);
  std::vector<float> output(32, -1.0F);
  const std::string endless = kernel(".param .u64 a, .param .u64 b", "again:\nbra again;\n");
  EXPECT_TRUE(run(endless, {"k", {1}, {32}, 0, {out(output), in(input)}}, options).cancelled);
  EXPECT_EQ(output, std::vector<float>(32, -1.0F));
}

TEST(Simulator, ReportsAnInstructionThatTheEmulatorDoesNotKnowAndCountsWhatCameBefore) {
  std::vector<float> output(32);
  const std::string ptx =
      kernel(".param .u64 a", "ld.param.u64 %rd1, [a];\nst.global.f32 [%rd1], %f1;\nstacksave.u64 %rd2;\n");
  const Simulation simulation = run(ptx, {"k", {1}, {1}, 0, {inout(output)}});
  ASSERT_EQ(simulation.faults.size(), 1u);
  EXPECT_EQ(simulation.faults[0].kind, FaultKind::emulator);
  ASSERT_EQ(simulation.metrics.written.totals.size(), 1u);
  EXPECT_EQ(simulation.metrics.written.totals[0].counts.requests, 1u);
}

TEST(Simulator, GivesTheBlockItsDynamicSharedMemory) {
  const std::string ptx = kernel("", "mov.u32 %r1, 0;\nst.shared.u32 [%r1+1020], %r1;\n");
  EXPECT_TRUE(run(ptx, {"k", {1}, {1}, 1024}).faults.empty());
  EXPECT_EQ(run(ptx, {"k", {1}, {1}, 512}).faults.size(), 1u);
}

TEST(Simulator, CountsAsExecutedWithTheCubinOfTheProgram) {
  const auto text = read_file(LANESCOPE_SOURCES "/tests/model/kernels/tiled_matmul.cu");
  ASSERT_TRUE(text);
  const auto compiled = compiler::shared_compiler().compile(compiler::request(*text));
  ASSERT_TRUE(compiled) << compiled.error().text();
  const auto program = read_program(compiled->ptx, compiled->cubin);
  ASSERT_TRUE(program) << program.error().text();
  constexpr std::uint32_t n = 64, tile = 16, tiles = n / tile;
  const std::vector<float> a(n * n, 1.0F), b(n * n, 2.0F);
  std::vector<float> c(n * n);
  const auto simulation =
      simulate(*program, {"matmul_tiled", {tiles, tiles}, {tile, tile}, 0, {out(c), in(a), in(b), n}});
  ASSERT_TRUE(simulation) << simulation.error().text();
  const auto loads = [](const model::ViewMetrics& view) {
    for (const model::TotalMetrics& total : view.totals) {
      if (total.space == trace::Space::shared && total.operation == trace::Operation::load) return total.counts;
    }
    return model::Counts{};
  };
  EXPECT_EQ(c, std::vector<float>(n * n, 2.0F * n));
  // A warp and tile: 16 loads of a column of one tile, and 16 of a row of the other, which ptxas makes 4 of.
  constexpr std::uint64_t warps = 8 * tiles * tiles;
  EXPECT_EQ(loads(simulation->metrics.written).requests, warps * tiles * (16 + 16));
  EXPECT_EQ(loads(simulation->metrics.executed).requests, warps * tiles * (16 + 4));
}

// Forms of PTX that NVRTC never writes; ptxas 13.0 takes each of these texts.

std::vector<std::uint32_t> words_of(const std::string& ptx, const std::vector<std::uint32_t>& input,
                                    std::size_t count) {
  std::vector<std::uint32_t> output(count);
  const Simulation simulation = run(ptx, {"k", {1}, {8}, 0, {out(output), in(input)}});
  for (const emulator::Fault& fault : simulation.faults) ADD_FAILURE() << fault.message.text();
  return output;
}

const std::string two_addresses = ".param .u64 a, .param .u64 b";
const std::string places =
    "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd3, %r1, 4;\n"
    "add.s64 %rd1, %rd1, %rd3;\nadd.s64 %rd2, %rd2, %rd3;\n";

TEST(WrittenPtx, MayHaveRegistersOfVectorTypes) {
  const std::string ptx =
      kernel(two_addresses,
             "ld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\n"
             "{\n.reg .v4 .b32 %v, %w;\n.reg .v2 .f32 %pair;\nld.global.v4.b32 %v, [%rd2];\n"
             "add.u32 %r2, %v.x, %v.w;\nmov.b32 %v.y, %r2;\nadd.u32 %w.r, %v.r, %v.g;\n"
             "mov.b32 %w.g, %v.b;\nmov.b32 %w.b, %v.a;\nmov.b32 %w.a, 9;\n"
             "st.global.v4.b32 [%rd1], %v;\nst.global.v4.b32 [%rd1+16], {%w.x, %w.y, %w.z, %w.w};\n}\n");
  EXPECT_EQ(words_of(ptx, {1, 2, 3, 4}, 8), (std::vector<std::uint32_t>{1, 5, 3, 4, 6, 3, 4, 9}));
}

TEST(WrittenPtx, MayPassParametersAndResultsInRegisters) {
  const std::string functions =
      ".func (.reg .b32 %sum) plus(.reg .b32 %a, .reg .b32 %b)\n{\n.reg .pred %odd;\n.reg .b32 %low;\n"
      "and.b32 %low, %a, 1;\nsetp.eq.u32 %odd, %low, 1;\nadd.u32 %sum, %a, %b;\n@%odd ret;\n"
      "add.u32 %sum, %sum, 100;\n}\n"
      ".func (.reg .b32 %result) twice(.reg .b32 %value)\n{\n"
      "call (%result), plus, (%value, %value);\nret;\n}\n";
  std::string ptx = kernel(two_addresses, places +
                                              "call (%r2), plus, (%r1, 5);\ncall (%r3), twice, (%r2);\n"
                                              "setp.lt.u32 %p1, %r1, 6;\n@%p1 call (%r3), plus, (%r3, 0x1000);\n"
                                              "call (_), plus, (%r3, %r3);\nst.global.u32 [%rd1], %r3;\n");
  ptx.insert(ptx.find(".visible"), functions);
  const auto plus = [](std::uint32_t a, std::uint32_t b) { return a % 2 == 1 ? a + b : a + b + 100; };
  std::vector<std::uint32_t> expected;
  for (std::uint32_t thread = 0; thread < 8; ++thread) {
    const std::uint32_t first = plus(thread, 5), second = plus(first, first);
    expected.push_back(thread < 6 ? plus(second, 0x1000) : second);
  }
  EXPECT_EQ(words_of(ptx, {1}, 8), expected);
}

TEST(WrittenPtx, MayDeclareMemoryOfTheGridInAFunction) {
  const std::string table = ".const .align 4 .b32 table[8] = {10, 20, 30, 40, 50, 60, 70, 80};\n";
  std::string ptx = kernel(two_addresses, table + ".global .align 4 .b32 count;\n" + places +
                                              "mov.u64 %rd4, table;\nadd.s64 %rd4, %rd4, %rd3;\n"
                                              "ld.const.u32 %r2, [%rd4];\nmov.u64 %rd5, count;\n"
                                              "atom.global.add.u32 %r3, [%rd5], 1;\nbar.sync 0;\n"
                                              "ld.global.u32 %r4, [count];\nadd.u32 %r2, %r2, %r4;\n"
                                              "st.global.u32 [%rd1], %r2;\n");
  // Another one of the same name is of the module.
  ptx.insert(ptx.find(".visible"), ".const .align 4 .b32 table[8] = {1, 1, 1, 1, 1, 1, 1, 1};\n");
  EXPECT_EQ(words_of(ptx, {1}, 8), (std::vector<std::uint32_t>{18, 28, 38, 48, 58, 68, 78, 88}));
}

}  // namespace
}  // namespace lanescope::simulator
