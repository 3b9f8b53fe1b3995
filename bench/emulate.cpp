// Measures how fast kernels run in the emulator with all checks on. lanes/s are lane instructions a second; the aim is
// 500 million on one core for the tiled transpose and the matrix product, and 1.8 times that on two.
#include <benchmark/benchmark.h>

#include <string>

#include "catalogue/catalogue.h"
#include "compiler/compiler.h"
#include "compiler/toolkit/toolkit.h"
#include "emulator/emulator.h"
#include "model/metrics/metrics.h"
#include "ptx/module.h"

namespace {

using namespace warpscope;

struct Ready {
  catalogue::LaunchPlan plan;
  ptx::Module module;
};

Ready ready(const std::string& path, const catalogue::Values& values) {
  catalogue::Catalogue kernels(WARPSCOPE_SOURCES "/kernels");
  const auto kernel = kernels.find(kernels.add_file(WARPSCOPE_SOURCES + path).value()).value();
  auto plan = catalogue::resolve(*kernel, values, 1).value();
  const auto toolkit = compiler::choose_toolkit(compiler::find_toolkits({}), {9, 0}, 0).value();
  const auto compiler = compiler::Compiler::open(toolkit, {});
  const catalogue::KernelSource& source = kernel->source;
  const auto compiled = compiler.value().compile({source.path, source.text, source.headers, plan.defines, {9, 0}});
  auto module = ptx::parse(compiled.value().ptx).value();
  return {std::move(plan), std::move(module)};
}

void run_whole(benchmark::State& state, const Ready& kernel) {
  emulator::Options options;
  options.threads = static_cast<unsigned>(state.range(0));
  std::uint64_t lanes = 0;
  for (auto _ : state) {
    const auto outcome = emulator::run(kernel.module, kernel.plan, options);
    if (!outcome.value().faults.empty()) state.SkipWithError(outcome->faults.front().message.c_str());
    lanes += outcome->lane_instructions;
  }
  state.counters["lanes/s"] = benchmark::Counter(static_cast<double>(lanes), benchmark::Counter::kIsRate);
}

void tiled_transpose(benchmark::State& state) {
  static const Ready kernel =
      ready("/kernels/transpose/smem_tile.cu", {{"nx", std::int64_t{1024}}, {"ny", std::int64_t{1024}}});
  run_whole(state, kernel);
}
BENCHMARK(tiled_transpose)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

void matrix_product(benchmark::State& state) {
  static const Ready kernel = ready("/tests/data/kernels/matmul_registers.cu",
                                    {{"m", std::int64_t{512}}, {"n", std::int64_t{512}}, {"k", std::int64_t{512}}});
  run_whole(state, kernel);
}
BENCHMARK(matrix_product)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond)->UseRealTime();

/// Does what follows each move of a slider: traces and counts three blocks of the default experiment. The aim is 50 ms.
void trace_and_model(benchmark::State& state) {
  static const Ready kernel = ready("/kernels/transpose/smem_tile.cu", {});
  emulator::Options options;
  options.blocks = {0, 8256, 16383};
  options.trace = emulator::TraceRequest{};
  for (auto _ : state) {
    const auto outcome = emulator::run(kernel.module, kernel.plan, options);
    benchmark::DoNotOptimize(model::metrics_as_written(outcome.value().trace));
  }
}
BENCHMARK(trace_and_model)->Unit(benchmark::kMillisecond);

}  // namespace
