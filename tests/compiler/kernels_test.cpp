// Every kernel of the catalogue, compiled for every generation without a GPU.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "catalogue/catalogue.h"
#include "catalogue/every_setting.h"
#include "compiler/fixture.h"
#include "ptx/signature.h"

namespace lanescope::compiler {
namespace {

std::map<std::string, std::shared_ptr<const catalogue::Kernel>> all_kernels() {
  catalogue::Catalogue kernels(std::filesystem::path(LANESCOPE_SOURCES) / "kernels");
  kernels.refresh();
  const auto snapshot = kernels.snapshot();
  EXPECT_TRUE(snapshot->errors.empty()) << snapshot->errors.begin()->second.front().text();
  return snapshot->kernels;
}

/// Each kernel with its defaults, and what its former ids mean.
struct Program {
  std::string id;
  std::shared_ptr<const catalogue::Kernel> kernel;
  catalogue::Values values;
};
std::vector<Program> all_programs() {
  std::vector<Program> programs;
  for (const auto& [name, kernel] : all_kernels()) {
    for (const auto& [id, values] : catalogue::every_id(*kernel)) programs.push_back({id, kernel, values});
  }
  return programs;
}

Request request_for(const catalogue::Kernel& kernel, const catalogue::LaunchPlan& plan, ComputeCapability target) {
  return {kernel.source.path, kernel.source.text, kernel.source.headers, plan.defines, target};
}

class EveryKernel : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    const Toolkit& toolkit = shared_compiler().toolkit();
    if (!compiles_for(shared_compiler(), GetParam())) {
      GTEST_SKIP() << "NVRTC " << toolkit.major << "." << toolkit.minor << " does not compile for it";
    }
  }
};
INSTANTIATE_TEST_SUITE_P(Targets, EveryKernel, testing::Values(75, 80, 86, 89, 90, 100, 120));

TEST_P(EveryKernel, CompilesWithPlausibleResourcesAndItsPlansEntries) {
  const Compiler& compiler = shared_compiler();
  const auto programs = all_programs();
  EXPECT_FALSE(programs.empty());
  for (const auto& [id, kernel, values] : programs) {
    const auto plan = catalogue::resolve(*kernel, values, 1);
    ASSERT_TRUE(plan) << id << ": " << plan.error().text();
    const auto compiled = compiler.compile(request_for(*kernel, *plan, {GetParam() / 10, GetParam() % 10}));
    ASSERT_TRUE(compiled) << id << ": " << compiled.error().text();
    EXPECT_TRUE(compiled->messages.empty()) << id << ": " << compiled->messages.front().message;

    const auto signatures = ptx::read_signatures(compiled->ptx);
    ASSERT_TRUE(signatures) << id << ": " << signatures.error().text();
    std::map<std::string, std::size_t> parameters;
    for (const auto& signature : *signatures) {
      parameters[signature.entry] = signature.parameters.size();
      ASSERT_TRUE(compiled->entries.contains(signature.entry)) << id;
    }
    EXPECT_EQ(parameters.size(), compiled->entries.size()) << id;
    for (const catalogue::Launch& launch : plan->launches) {
      if (launch.call != catalogue::Launch::Call::kernel) continue;
      ASSERT_TRUE(compiled->entries.contains(launch.entry)) << id;
      EXPECT_EQ(parameters[launch.entry], launch.arguments.size()) << id;
      const Resources& resources = compiled->entries.at(launch.entry);
      EXPECT_GE(resources.registers, 4) << id;
      EXPECT_LE(resources.registers, 255) << id;
      EXPECT_GE(resources.shared_bytes, 0) << id;
      EXPECT_LE(resources.shared_bytes, 48 * 1024) << id;
      EXPECT_EQ(resources.local_bytes, 0) << id << ": a transpose needs no stack";
    }
  }
}

TEST_P(EveryKernel, HasThePtxThatItsCubinIsAssembledFromAlsoAlone) {
  const Compiler compiler = open_compiler();
  const auto kernels = all_kernels();
  for (const char* id : {"transpose/smem_tile", "reduce/k6", "laplace/shfl", "matmul/dbuf", "probe/latency"}) {
    const auto kernel = kernels.find(id);
    ASSERT_NE(kernel, kernels.end()) << id;
    const auto plan = catalogue::resolve(*kernel->second, {}, 1);
    ASSERT_TRUE(plan) << id << ": " << plan.error().text();
    const Request request = request_for(*kernel->second, *plan, {GetParam() / 10, GetParam() % 10});
    const auto whole = compiler.compile(request);
    const auto alone = compiler.ptx(request);
    ASSERT_TRUE(whole && alone) << id;
    EXPECT_EQ(whole->ptx, *alone) << id;
  }
}

TEST(EveryKernelOfTheCatalogue, HasTheSamePtxWithAndWithoutWhatNvrtcDeclaresOfTheRuntime) {
  const Compiler compiler = open_compiler();
  for (const auto& [id, kernel, values] : all_programs()) {
    const auto plan = catalogue::resolve(*kernel, values, 1);
    ASSERT_TRUE(plan) << id << ": " << plan.error().text();
    Request request = request_for(*kernel, *plan, {9, 0});
    const auto without = compiler.ptx(request);
    request.headers["not_included.cuh"] = "// cudaMalloc";  // who names the runtime gets all of it
    const auto with = compiler.ptx(request);
    ASSERT_TRUE(without && with) << id;
    EXPECT_EQ(*without, *with) << id;
  }
}

TEST(TransposeKernels, UseExactlyTheSharedMemoryOfTheirTile) {
  const Compiler compiler = open_compiler();
  const auto kernels = all_kernels();
  const auto shared_bytes = [&](const std::string& id, const catalogue::Values& values) -> std::int64_t {
    const auto plan = catalogue::resolve(*kernels.at(id), values, 1);
    if (!plan) throw MachineError(plan.error());
    const auto compiled = compiler.compile(request_for(*kernels.at(id), *plan, {8, 0}));
    if (!compiled) throw MachineError(compiled.error());
    return compiled->entries.at(plan->launches.front().entry).shared_bytes;
  };
  using Number = std::int64_t;
  EXPECT_EQ(shared_bytes("transpose/naive_row", {}), 0);
  EXPECT_EQ(shared_bytes("transpose/smem_tile", {{"tile", Number{32}}}), 4 * 32 * 32);
  EXPECT_EQ(shared_bytes("transpose/smem_tile", {{"tile", Number{16}}}), 4 * 16 * 16);
  EXPECT_EQ(shared_bytes("transpose/smem_pad", {{"tile", Number{32}}, {"pad", Number{1}}}), 4 * 32 * 33);
  EXPECT_EQ(shared_bytes("transpose/smem_pad", {{"tile", Number{64}}, {"pad", Number{0}}}), 4 * 64 * 64);
}

TEST(TransposeKernels, CompileForEveryLegalValueOfEachKnob) {
  const TemporaryFolder cache;
  const Compiler compiler = open_compiler(cache.path());
  std::size_t compiled_plans = 0;
  for (const auto& [id, kernel] : all_kernels()) {
    if (!id.starts_with("transpose/")) continue;
    for (const catalogue::Parameter& knob : kernel->parameters) {
      for (std::size_t i = 0; i < knob.values.size(); ++i) {
        const catalogue::Value value =
            knob.names.empty() ? catalogue::Value(knob.values[i]) : catalogue::Value(knob.names[i]);
        const auto plan = catalogue::resolve(*kernel, {{knob.name, value}}, 1);
        if (!plan) continue;  // beside the defaults of the other knobs it is not legal
        const auto compiled = compiler.compile(request_for(*kernel, *plan, {7, 5}));  // the oldest that NVRTC 13 knows
        const std::string setting = id + " with " + knob.name + " = " + catalogue::to_text(value) + ": ";
        ASSERT_TRUE(compiled) << setting << compiled.error().text();
        EXPECT_TRUE(compiled->messages.empty()) << setting << compiled->messages.front().message;
        for (const auto& [entry, resources] : compiled->entries) {
          EXPECT_EQ(resources.local_bytes, 0) << setting << "it does not fit into the registers";
        }
        ++compiled_plans;
      }
    }
  }
  EXPECT_GE(compiled_plans, 5u * 4u);
}

}  // namespace
}  // namespace lanescope::compiler
