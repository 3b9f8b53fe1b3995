// From a kernel's text to what its warps do: compiled, one block executed alone, joined with the machine code.
#include "predict/instruction_stream/instruction_stream.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "compiler/fixture.h"
#include "compiler/messages/messages.h"
#include "emulator/emulator.h"
#include "predict/blocks.h"
#include "predict/prediction.h"
#include "ptx/address_slice.h"

namespace lanescope::predict {
namespace {

using namespace catalogue;

/// Each block adds 64 elements a thread and then counts itself, so that blocks depend on each other.
constexpr const char* sum_text = R"(
extern "C" __global__ void sum(float* out, const float* in, unsigned* finished, unsigned trips) {
  float value = 0;
  for (unsigned i = 0; i < trips; ++i) value += in[(blockIdx.x * trips + i) * blockDim.x + threadIdx.x];
  __shared__ float all[64];
  all[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (unsigned i = 1; i < 64; ++i) value += all[i];
    out[blockIdx.x] = value;
    if (atomicAdd(finished, 1) == 4096) out[0] = 0;
  }
})";
constexpr std::uint32_t grid_blocks = 4096, threads = 64;

struct Traced {
  explicit Traced(std::int64_t trips) {
    compiler::Request request;
    request.file = "sum.cu";
    request.text = sum_text;
    request.target = {9, 0};
    auto compiled = compiler::shared_compiler().compile(request);
    if (!compiled) throw MachineError(compiled.error());
    module = ptx::parse(compiled->ptx).value();
    cubin = sass::read_cubin(compiled->cubin).value();
    Buffer out{"out", Role::out, ElementType::f32, {grid_blocks}, Fill::poison};
    Buffer in{"in", Role::in, ElementType::f32, {grid_blocks, trips * threads}, Fill::random};
    Buffer finished{"finished", Role::inout, ElementType::u32, {1}, Fill::zero};
    plan.kernel = "test/sum";
    plan.buffers = {out, in, finished};
    Launch launch;
    launch.entry = "sum";
    launch.grid = {grid_blocks, 1, 1};
    launch.block = {threads, 1, 1};
    for (std::size_t i = 0; i < 3; ++i) launch.arguments.push_back({Argument::Kind::buffer, plan.buffers[i].name, i});
    launch.arguments.push_back({Argument::Kind::scalar, "trips", 0, trips});
    plan.launches = {launch};
  }

  [[nodiscard]] TracedBlock trace(std::uint64_t block) const {
    auto outcome = run(module, {block});
    return {block, std::move(outcome.trace), std::move(outcome.ptx_lines)};
  }

  [[nodiscard]] TracedNeighbours trace_neighbours(std::vector<std::uint64_t> of_grid) const {
    auto outcome = run(ptx::address_slice(module).module, of_grid);
    return {std::move(of_grid), std::move(outcome.trace)};
  }

  [[nodiscard]] emulator::Outcome run(const ptx::Module& program, const std::vector<std::uint64_t>& of_grid) const {
    emulator::Options options;
    options.blocks = of_grid;
    options.ignore_block_dependencies = true;
    options.trace = emulator::TraceRequest{};
    options.source_root = compiler::source_root;
    auto outcome = emulator::run(program, plan, options);
    if (!outcome) throw MachineError(outcome.error());
    return *std::move(outcome);
  }

  [[nodiscard]] InstructionStream stream(const TracedBlock& traced, std::uint64_t max_trips) const {
    const auto merged = model::find_vectorization(traced.trace, model::site_blocks(traced.trace.sites, module), cubin);
    const MachineCode code = machine_code(*cubin.function("sum"));
    return InstructionStreams({traced.trace, merged, module, code, traced.line_counts, 2, threads, {}}, traced.block)
        .of(max_trips);
  }

  ptx::Module module;
  sass::Cubin cubin;
  LaunchPlan plan;
};

std::size_t count(const InstructionStream& block, Access::Kind kind, bool shared) {
  return static_cast<std::size_t>(
      std::count_if(block.accesses.begin(), block.accesses.end(),
                    [&](const Access& access) { return access.kind == kind && access.shared == shared; }));
}

TEST(BlocksAlone, RunWhereBlocksDependOnEachOther) {
  const Traced kernel(64);
  ASSERT_TRUE(emulator::has_inter_block_dependencies(kernel.module, kernel.plan).value());
  const TracedBlock traced = kernel.trace(2048);
  ASSERT_FALSE(traced.trace.headers.empty());
  for (const trace::Header& header : traced.trace.headers) ASSERT_EQ(header.block, 2048u);
  // Each of the two warps runs the load of the loop 64 times.
  const auto site = std::ranges::find_if(traced.trace.sites, [](const trace::Site& one) {
    return one.space == trace::Space::global && one.operation == trace::Operation::load;
  });
  ASSERT_NE(site, traced.trace.sites.end());
  std::uint64_t loads = 0;
  for (const trace::Header& header : traced.trace.headers) {
    const trace::Site& of = traced.trace.sites[header.site];
    loads += of.space == trace::Space::global && of.operation == trace::Operation::load ? 1u : 0u;
  }
  EXPECT_EQ(loads, 128u);
  std::uint64_t counted = 0;
  for (const auto& [line, executions] : traced.line_counts) counted += executions;
  EXPECT_GT(counted, loads);
}

// Where all lanes add at one place ptxas has them vote for the one that adds the sum; where data say the place it
// cannot.
TEST(MachineCode, KnowsAtomicsThatOneLaneDoesForAll) {
  const auto electing = [](const std::string& place, const std::string& number = "1u", const std::string& first = "") {
    compiler::Request request;
    request.file = "count.cu";
    request.text =
        "extern \"C\" __global__ void count(unsigned* out, const unsigned* in, unsigned n) {\n"
        "  const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "  unsigned sum = 0;\n" +
        first + "  if (at < n) atomicAdd(&out[" + place + "], " + number + ");\n}\n";
    request.target = {9, 0};
    auto compiled = compiler::shared_compiler().compile(request);
    if (!compiled) throw MachineError(compiled.error());
    const sass::Cubin cubin = sass::read_cubin(compiled->cubin).value();
    const MachineCode code = machine_code(*cubin.function("count"));
    return std::ranges::count_if(code.instructions, &MachineInstruction::elects);
  };
  EXPECT_EQ(electing("0"), 1);
  EXPECT_EQ(electing("n"), 1);
  EXPECT_EQ(electing("in[at]"), 0);
  // The vote stands before loads and shuffles.
  const std::string tree =
      "for (int i = 0; i < 16; ++i) sum += in[at + 256 * i];\n"
      "for (int s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffffu, sum, s);\n";
  EXPECT_EQ(electing("0", "sum", tree), 1);
  EXPECT_EQ(electing("sum % n", "sum", tree), 0);
}

TEST(InstructionStream, HasEveryAccessOfTheTraceOnceInTheOrderOfTheMachineCode) {
  const Traced kernel(64);
  const TracedBlock traced = kernel.trace(2048);
  const InstructionStream block = kernel.stream(traced, ~std::uint64_t{0});
  // Where ptxas merges shared loads whose group is not proven, the records of some of them have no instruction.
  EXPECT_LE(block.unmatched * 50, block.matched);
  EXPECT_EQ(count(block, Access::Kind::load, false), 128u);
  EXPECT_EQ(count(block, Access::Kind::store, false), 1u);
  EXPECT_EQ(count(block, Access::Kind::store, true), 2u);
  EXPECT_EQ(count(block, Access::Kind::atomic, false) + count(block, Access::Kind::reduce, false), 1u);
  ASSERT_EQ(block.warps.size(), 2u);
  for (const auto& ops : block.warps) {
    const auto barriers = std::ranges::count(ops, Op::Kind::barrier, &Op::kind);
    EXPECT_EQ(barriers, 1);
    // Before the barrier a warp waits for what it has loaded.
    std::uint8_t waits = 0;
    for (const Op& op : ops) {
      waits |= op.wait_mask;
      if (op.kind == Op::Kind::barrier) break;
    }
    EXPECT_NE(waits, 0);
  }
}

TEST(InstructionStream, OfALongLoopIsCutToWholeTripsAndKnowsHowMuchIsMissing) {
  const Traced kernel(4096);
  const TracedBlock traced = kernel.trace(7);
  const InstructionStream shorter = kernel.stream(traced, 8);
  EXPECT_LT(count(shorter, Access::Kind::load, false), 1024u);
  EXPECT_GT(count(shorter, Access::Kind::load, false), 8u);
  EXPECT_GT(shorter.full_work, 10 * shorter.work);
}

TEST(NeighbourShifts, AreFoundForEachAccessAlsoWhereALoopIsCut) {
  const Traced kernel(64);
  const TracedBlock traced = kernel.trace(2048);
  const InstructionStream block = kernel.stream(traced, 8);
  const TracedNeighbours neighbours = kernel.trace_neighbours({2047, 2050});
  const std::vector<Shift> shifts = NeighbourShifts(traced.trace, 2048, neighbours).of(block);
  ASSERT_EQ(shifts.size(), 2u);
  EXPECT_EQ(shifts[0].step, -1);
  EXPECT_EQ(shifts[1].step, 2);
  ASSERT_EQ(shifts[1].bytes.size(), block.accesses.size());
  for (std::size_t i = 0; i < block.accesses.size(); ++i) {
    const Access& access = block.accesses[i];
    const std::int64_t block_bytes = access.shared                        ? 0
                                     : access.kind == Access::Kind::load  ? 64 * threads * 4
                                     : access.kind == Access::Kind::store ? 4
                                                                          : 0;
    EXPECT_EQ(shifts[0].bytes[i], -block_bytes);
    EXPECT_EQ(shifts[1].bytes[i], 2 * block_bytes);
  }
}

TEST(NeighbourShifts, LeaveOutABlockThatDoesSomethingElse) {
  const Traced kernel(64), shorter(32);
  const TracedBlock traced = kernel.trace(2048);
  const TracedNeighbours neighbours = shorter.trace_neighbours({2049});
  EXPECT_TRUE(NeighbourShifts(traced.trace, 2048, neighbours).of(kernel.stream(traced, 8)).empty());
}

TEST(Prediction, OfALongLoopGrowsWithItsLength) {
  const GpuProfile gpu = profile();
  double before = 0;
  for (const std::int64_t trips : {256, 1024, 4096}) {
    const Traced kernel(trips);
    const TracedBlock traced = kernel.trace(2048);
    const TracedNeighbours neighbours = kernel.trace_neighbours({2049});
    const auto& trace = traced.trace;
    const auto merged = model::find_vectorization(trace, model::site_blocks(trace.sites, kernel.module), kernel.cubin);
    const auto answer = predict_launch({kernel.module,
                                        *kernel.cubin.function("sum"),
                                        merged,
                                        traced,
                                        neighbours,
                                        {grid_blocks, 1, 1},
                                        threads,
                                        24,
                                        1280},
                                       gpu);
    ASSERT_TRUE(answer) << answer.error().text();
    const Prediction prediction = combine(std::vector{*answer}, gpu);
    // A reduction reads all of its input from the memory, at no more than the rate of the memory.
    const double bytes = 4.0 * grid_blocks * threads * static_cast<double>(trips);
    EXPECT_NEAR(prediction.memory_read_bytes / bytes, 1, 0.1);
    const double least_ms = bytes / (gpu.value.dram_read_gb * 1e9) * 1e3;
    EXPECT_GT(prediction.cold.ms, least_ms);
    EXPECT_LT(prediction.cold.ms, 2 * least_ms + 0.02);
    EXPECT_GT(prediction.cold.ms, 3 * before);
    EXPECT_LE(prediction.cold.low, prediction.cold.ms);
    EXPECT_GE(prediction.cold.high, prediction.cold.ms);
    EXPECT_EQ(prediction.profile, "H200");
    ASSERT_FALSE(prediction.by_cause.empty());
    EXPECT_EQ(prediction.by_cause.front().cause, Cause::memory) << prediction.limited_by;
    before = prediction.cold.ms;
  }
}

}  // namespace
}  // namespace lanescope::predict
