#include "worker/counters/count_plan.h"

#include <algorithm>

#include "sass/cubin.h"
#include "worker/counters/instruction_lines.h"
#include "worker/support/execute_fixture.h"

namespace lanescope::worker {
namespace {

class CountPlan : public Execute {
 protected:
  /// A copy through shared memory, compiled for compute capability 9.0.
  static compiler::Compiled compiled_kernel() {
    const auto toolkit = compiler::choose_toolkit(compiler::find_toolkits(), {9, 0}, 0);
    const auto compiler = compiler::Compiler::open(toolkit.value(), "");
    compiler::Request request;
    request.file = "through_shared.cu";
    request.text =
        "extern \"C\" __global__ void through_shared(float* out, const float* in) {\n"
        "  __shared__ float tile[256];\n"
        "  tile[threadIdx.x] = in[threadIdx.x];\n"
        "  __syncthreads();\n"
        "  out[threadIdx.x] = tile[255 - threadIdx.x];\n"
        "}\n";
    request.target = {9, 0};
    return compiler->compile(request).value();
  }
};

TEST_F(CountPlan, WithoutAGpuSaysWhyNothingIsCounted) {
  experiments::Experiment experiment = emulated("copy");
  experiment.counters = experiments::every_counter();
  const experiments::Result result = last(experiment);
  ASSERT_TRUE(result.counted && result.counted->absent);
  EXPECT_EQ(result.counted->absent->kind, FaultKind::no_device);
  EXPECT_FALSE(result.counted->absent->remedy.empty());
  EXPECT_FALSE(last(emulated("copy")).counted) << "nobody asked";
}

TEST_F(CountPlan, CountsOfInstructionsGetTheLinesOfTheSource) {
  const compiler::Compiled compiled = compiled_kernel();
  const auto cubin = sass::read_cubin(compiled.cubin);
  ASSERT_TRUE(cubin) << cubin.error().text();
  const sass::Function* const code = cubin->function("through_shared");
  ASSERT_NE(code, nullptr);
  gpu::InstructionCounts counts;
  counts.metrics = instruction_metrics();
  for (const sass::Instruction& instruction : code->instructions)
    counts.instructions.push_back({"through_shared", instruction.address, {8, 256, 32, 32, 16, 8}});
  counts.instructions.push_back({"another_program", 0, {1, 1, 0, 0, 0, 0}});
  counters::Counted counted;
  add_instruction_counts(counts, compiled.cubin, counted);
  add_sums_of_instructions(compiled.cubin, counted);
  ASSERT_EQ(counted.instructions.size(), code->instructions.size()) << "code of others is left out";
  const auto of_line = [&](int line, sass::Space space) {
    return std::ranges::find_if(counted.instructions, [&](const counters::CountedInstruction& instruction) {
      const auto found = std::ranges::find(code->instructions, instruction.pc_offset, &sass::Instruction::address);
      return instruction.line == line && found->memory && found->memory->space == space;
    });
  };
  const auto load = of_line(3, sass::Space::global);
  ASSERT_NE(load, counted.instructions.end()) << "the load of line 3";
  EXPECT_EQ(load->file, "through_shared.cu");
  EXPECT_EQ(load->executed, 8u);
  EXPECT_EQ(load->sectors, 32u);
  EXPECT_NE(of_line(5, sass::Space::shared), counted.instructions.end()) << "the load of shared memory of line 5";
  EXPECT_EQ(counted.values.get("global.load.sectors_ideal"), 32);
  EXPECT_EQ(counted.values.get("global.store.sectors_ideal"), 32);
  EXPECT_EQ(counted.values.get("shared.load.wavefronts_ideal"), 8);
  EXPECT_EQ(counted.values.get("shared.store.wavefronts_ideal"), 8);
  EXPECT_EQ(counted.values.get("shared.load.wavefronts"), 16);
  EXPECT_EQ(counted.values.get("shared.load.conflicts"), 8);
}

TEST_F(CountPlan, SamplesOfStallsJoinTheCountsOfTheirInstruction) {
  const compiler::Compiled compiled = compiled_kernel();
  counters::Counted counted;
  add_instruction_counts({{"smsp__sass_inst_executed"}, {{"through_shared", 0x10, {8}}}}, compiled.cubin, counted);
  gpu::StallSamples samples;
  samples.period_exponent = 5;
  samples.instructions = {{"through_shared", 0x10, {{"wait", 3}}}, {"through_shared", 0x20, {{"barrier", 4}}}};
  add_stall_samples(samples, compiled.cubin, counted);
  ASSERT_EQ(counted.instructions.size(), 2u);
  EXPECT_EQ(counted.instructions[0].executed, 8u);
  EXPECT_EQ(counted.instructions[0].stall_samples.at("wait"), 3u);
  EXPECT_EQ(counted.instructions[1].stall_samples.at("barrier"), 4u);
  EXPECT_FALSE(counted.instructions[1].executed);
  EXPECT_EQ(counted.sampling_period, 32u);
}

}  // namespace
}  // namespace lanescope::worker
