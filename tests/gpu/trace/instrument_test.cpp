// Instrumented kernels, executed by the emulator: what they write down is what the emulator saw itself.
#include <fmt/format.h>

#include "compiler/fixture.h"
#include "emulator/memory/memory.h"
#include "gpu/traces.h"

namespace lanescope::gpu {
namespace {

ptx::Module module_for(const SmallKernel& kernel, compiler::ComputeCapability target = {9, 0}) {
  const auto compiled = compiler::shared_compiler().ptx(request_of(kernel, target));
  if (!compiled) throw MachineError({compiled.error().text(), kernel.id, ""});
  return value_or_throw(ptx::parse(*compiled));
}

/// The buffers lie where the emulator puts them: one after the other, the module's variables behind.
std::vector<AddressRange> ranges_in_emulator(const std::vector<trace::Trace::Buffer>& buffers) {
  emulator::Memory memory;
  std::vector<AddressRange> ranges;
  for (const trace::Trace::Buffer& buffer : buffers) {
    const emulator::Region& region = memory.add(buffer.name, buffer.bytes);
    ranges.push_back({region.base, region.bytes, static_cast<std::uint32_t>(ranges.size())});
  }
  return ranges;
}

struct Pair {
  emulator::Outcome original, instrumented;
  RecordingPlan recording;
  trace::Trace trace;  ///< of the instrumented run
};

/// Both runs of a plan. The instrumented one is what its text says: printed and read again.
Pair run_both(const ptx::Module& module, const catalogue::LaunchPlan& plan, const RecordingChoice& choice) {
  Pair pair;
  emulator::Options options = emulator_options();
  options.trace = emulator::TraceRequest{choice.values, many_records, choice.first_block, choice.blocks};
  pair.original = value_or_throw(emulator::run(module, plan, options));

  const ptx::Instrumented instrumented =
      value_or_throw(ptx::instrument(module, instrument_options(module, plan, choice.values)));
  const ptx::Module again = value_or_throw(ptx::parse(ptx::print(instrumented.module)));
  pair.recording = value_or_throw(with_trace_buffer(plan, choice));
  pair.instrumented = value_or_throw(emulator::run(again, pair.recording.plan, emulator_options()));

  DecodeRequest request = decode_request(module, plan, instrumented, pair.recording.buffer);
  // In the instrumented run the trace buffer and the state of device functions stand between the plan's buffers and the
  // module's variables.
  std::vector<trace::Trace::Buffer> placed = request.buffers;
  auto between = placed.begin() + static_cast<std::ptrdiff_t>(plan.buffers.size());
  if (const ptx::Variable* state = again.variable("lanescope_state")) {
    between = placed.insert(between, {state->name, state->bytes(), 1});
  }
  const catalogue::Buffer& added = pair.recording.plan.buffers.back();
  placed.insert(between, {added.name, added.bytes(), 1});
  const auto inserted = static_cast<std::uint32_t>(placed.size() - request.buffers.size());
  const auto own = static_cast<std::uint32_t>(plan.buffers.size());
  for (AddressRange range : ranges_in_emulator(placed)) {
    if (range.buffer >= own && range.buffer < own + inserted) continue;
    if (range.buffer >= own) range.buffer -= inserted;
    request.ranges.push_back(range);
  }
  request.texel = [&plan](std::uint32_t launch, std::uint64_t handle, std::uint32_t x, std::uint32_t y) {
    return texel_of(plan, launch, handle - 1, x, y);
  };
  pair.trace = value_or_throw(decode_trace(pair.instrumented.buffers.at(pair.recording.buffer.index), request));
  return pair;
}

std::vector<bool> all_values(const trace::Trace& trace) {
  return std::vector<bool>(trace.sites.size(), true);
}

bool promises_a_fault(const SmallKernel& kernel) {
  return kernel.plan.expect != FaultKind::none;
}

class EveryKernel : public testing::TestWithParam<std::string> {};

std::vector<std::string> families() {
  return {"transpose", "reduce", "laplace", "matmul", "probe", "museum"};
}

/// Whether what was moved there counts, by site. Functions lie elsewhere when there are more of them: what a table of
/// their addresses holds does not count.
std::vector<bool> values_that_count(const trace::Trace& trace, const ptx::Module& module) {
  std::vector<bool> counts = all_values(trace);
  for (const trace::Header& header : trace.headers) {
    const ptx::Variable* variable = module.variable(trace.buffers.at(header.buffer).name);
    if (variable == nullptr) continue;
    for (const auto& element : variable->initial) {
      const auto* symbol = std::get_if<ptx::SymbolAddress>(&element);
      if (symbol != nullptr && module.function(symbol->name) != nullptr) counts[header.site] = false;
    }
  }
  return counts;
}

void expect_same_trace(const SmallKernel& kernel) {
  SCOPED_TRACE(kernel.id);
  const ptx::Module module = module_for(kernel);
  const Pair pair = run_both(module, kernel.plan, {0, ~std::uint64_t{0}, many_records, true});
  const trace::Trace expected = without_called_frames(pair.original.trace, module);
  const trace::Trace actual = without_called_frames(pair.trace, module);
  EXPECT_EQ(expected.dropped, 0u);
  EXPECT_EQ(actual.dropped, 0u);
  EXPECT_TRUE(kernel.id == "probe/launch" || !expected.headers.empty());  // that one does nothing
  EXPECT_EQ(actual.sites, expected.sites);
  EXPECT_EQ(actual.buffers, expected.buffers);
  EXPECT_EQ(trace::defect(actual), "");
  EXPECT_EQ(actual.blocks, expected.blocks);
  EXPECT_EQ(actual.grid_blocks, expected.grid_blocks);
  const std::vector<bool> counts = values_that_count(expected, module);
  EXPECT_EQ(difference(by_thread(expected, counts), by_thread(actual, counts)), "");
  EXPECT_TRUE(by_warp(expected) == by_warp(actual)) << "not the same warp instructions";
  EXPECT_TRUE(barriers_of(expected) == barriers_of(actual)) << "not the same barriers";
  if (promises_a_fault(kernel)) return;
  for (std::size_t buffer = 0; buffer < kernel.plan.buffers.size(); ++buffer) {
    EXPECT_TRUE(pair.instrumented.buffers.at(buffer) == pair.original.buffers.at(buffer))
        << kernel.plan.buffers[buffer].name << " is not the same";
  }
}

TEST_P(EveryKernel, WritesDownWhatTheEmulatorSees) {
  for (const SmallKernel& kernel : small_kernels()) {
    if (kernel.id.substr(0, kernel.id.find('/')) == GetParam()) expect_same_trace(kernel);
  }
}

TEST(Instrumented, WritesDownWhatTheEmulatorSeesOfEverythingElseToo) {
  for (const SmallKernel& kernel : wide_kernels()) expect_same_trace(kernel);
}

class EveryTarget : public testing::TestWithParam<std::tuple<int, std::string>> {};

TEST_P(EveryTarget, AssemblesEveryInstrumentedKernel) {
  const auto& [number, family] = GetParam();
  if (!compiler::compiles_for(compiler::shared_compiler(), number)) GTEST_SKIP() << "NVRTC does not compile for it";
  if (compiler::shared_compiler().toolkit().nvjitlink.empty()) GTEST_SKIP() << "there is no nvJitLink";
  const compiler::ComputeCapability target{number / 10, number % 10};
  for (const SmallKernel& kernel : small_kernels()) {
    if (kernel.id.substr(0, kernel.id.find('/')) != family) continue;
    SCOPED_TRACE(kernel.id);
    const ptx::Module module = module_for(kernel, target);
    const auto instrumented = value_or_throw(ptx::instrument(module, instrument_options(module, kernel.plan, true)));
    const auto assembled = compiler::shared_compiler().assemble(ptx::print(instrumented.module), target);
    ASSERT_TRUE(assembled) << assembled.error().text() << assembled.error().text();
    for (const catalogue::Launch& launch : kernel.plan.launches) {
      EXPECT_TRUE(launch.call != catalogue::Launch::Call::kernel || assembled->entries.contains(launch.entry));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Generations, EveryTarget,
                         testing::Combine(testing::Values(75, 90, 120), testing::ValuesIn(families())),
                         [](const auto& target) {
                           return fmt::format("{}_{}", std::get<0>(target.param), std::get<1>(target.param));
                         });

/// transpose/naive_row at some sizes.
SmallKernel naive_row() {
  catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
  kernels.refresh();
  const auto found = kernels.find("transpose/naive_row");
  if (!found) throw MachineError(found.error());
  return small_kernel(**found).value();
}

TEST(Instrumented, RecordsChosenBlocksOnly) {
  const SmallKernel kernel = naive_row();
  const std::uint64_t grid = kernel.plan.launches.front().grid.count();
  ASSERT_GE(grid, 4u);
  const Pair pair = run_both(module_for(kernel), kernel.plan, {1, 2, many_records, true});
  std::set<std::uint32_t> blocks;
  for (const trace::Header& header : pair.trace.headers) blocks.insert(header.block);
  EXPECT_EQ(blocks, (std::set<std::uint32_t>{1, 2}));
  EXPECT_EQ(pair.trace.first_block, 1u);
  EXPECT_EQ(pair.trace.blocks, 2u);
  EXPECT_EQ(
      difference(by_thread(pair.original.trace, all_values(pair.trace)), by_thread(pair.trace, all_values(pair.trace))),
      "");
}

TEST(Instrumented, CountsWhatHasNoRoomAndWritesNothingBeyond) {
  const SmallKernel kernel = naive_row();
  const ptx::Module module = module_for(kernel);
  const Pair whole = run_both(module, kernel.plan, {0, 1, many_records, true});
  const std::uint64_t records = whole.trace.headers.size();
  ASSERT_GT(records, 5u);
  const Pair few = run_both(module, kernel.plan, {0, 1, 5, true});
  EXPECT_EQ(few.trace.headers.size(), 5u);
  EXPECT_EQ(few.trace.dropped, records - 5);
  // The emulator reports every store that lies outside.
  EXPECT_TRUE(few.instrumented.faults.empty()) << few.instrumented.faults.front().message;
  const Pair none = run_both(module, kernel.plan, {0, 1, 0, true});
  EXPECT_TRUE(none.trace.headers.empty());
  EXPECT_EQ(none.trace.dropped, records);
  EXPECT_TRUE(none.instrumented.faults.empty());
}

TEST(Instrumented, WritesNoValuesUnlessAsked) {
  const SmallKernel kernel = naive_row();
  const Pair pair = run_both(module_for(kernel), kernel.plan, {0, 2, many_records, false});
  EXPECT_FALSE(pair.trace.has_values());
  EXPECT_LT(pair.recording.buffer.bytes,
            value_or_throw(with_trace_buffer(kernel.plan, {0, 2, many_records, true})).buffer.bytes);
  EXPECT_EQ(
      difference(by_thread(pair.original.trace, all_values(pair.trace)), by_thread(pair.trace, all_values(pair.trace))),
      "");
}

TEST(Instrumented, TellsTheTimeOfEachRecordFromTheFirst) {
  const SmallKernel kernel = naive_row();
  const Pair pair = run_both(module_for(kernel), kernel.plan, {0, 1, many_records, true});
  // The emulator's clocks both count the steps of a block: with no rate known, they are taken as they are.
  std::uint64_t first = ~std::uint64_t{0};
  for (const trace::Header& header : pair.trace.headers) first = std::min(first, header.time());
  EXPECT_EQ(first, 0u);
  const auto order = trace::in_order(pair.trace);
  EXPECT_GT(pair.trace.headers.at(order.back()).time(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Families, EveryKernel, testing::ValuesIn(families()),
                         [](const auto& family) { return family.param; });

}  // namespace
}  // namespace lanescope::gpu
