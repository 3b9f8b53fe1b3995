// Measures how fast kernels run in the emulator with all checks on. lanes/s are lane instructions a second; the aim is
// 500 million on one core for the tiled transpose and the matrix product, and 1.8 times that on two.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <ctime>
#include <string>
#include <vector>

#include "catalogue/catalogue.h"
#include "compiler/compiler.h"
#include "compiler/toolkit/toolkit.h"
#include "emulator/emulator.h"
#include "model/metrics/metrics.h"
#include "ptx/module.h"

namespace {

using namespace lanescope;

struct Ready {
  catalogue::LaunchPlan plan;
  ptx::Module module;
};

Ready ready(const std::string& path, const catalogue::Values& values) {
  catalogue::Catalogue kernels(LANESCOPE_SOURCES "/kernels");
  const auto kernel = kernels.find(kernels.add_file(LANESCOPE_SOURCES + path).value()).value();
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
    if (!outcome.value().faults.empty()) state.SkipWithError(outcome->faults.front().message.text().c_str());
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

/// What the checks cost: runs with all, with those of shared memory only and without any in turns, in processor time of
/// the process. The counters are medians of (with - without) / with, the part of the throughput that they take, in
/// percent: of all checks, and of those of global memory; and the quartiles of the first.
void cost_of_checks(benchmark::State& state, const Ready& kernel) {
  const auto seconds = [&](emulator::Checks checks) {
    emulator::Options options;
    options.threads = 1;
    options.checks = checks;
    const std::clock_t begin = std::clock();
    if (!emulator::run(kernel.module, kernel.plan, options)) state.SkipWithError("the run failed");
    return static_cast<double>(std::clock() - begin);
  };
  std::vector<double> all, global;
  for (auto _ : state) {
    const double with = seconds(emulator::Checks::all), shared = seconds(emulator::Checks::shared);
    all.push_back(100 * (with - seconds(emulator::Checks::none)) / with);
    global.push_back(100 * (with - shared) / with);
  }
  std::ranges::sort(all);
  std::ranges::sort(global);
  state.counters["all"] = all[all.size() / 2];
  state.counters["all_25"] = all[all.size() / 4];
  state.counters["all_75"] = all[3 * all.size() / 4];
  state.counters["global"] = global[global.size() / 2];
}
void cost_in_transpose(benchmark::State& state) {
  static const Ready kernel =
      ready("/kernels/transpose/smem_tile.cu", {{"nx", std::int64_t{1024}}, {"ny", std::int64_t{1024}}});
  cost_of_checks(state, kernel);
}
void cost_in_product(benchmark::State& state) {
  static const Ready kernel = ready("/tests/data/kernels/matmul_registers.cu",
                                    {{"m", std::int64_t{256}}, {"n", std::int64_t{256}}, {"k", std::int64_t{256}}});
  cost_of_checks(state, kernel);
}
void cost_in_reduction(benchmark::State& state) {
  static const Ready kernel = ready("/kernels/reduce/k3.cu", {{"n", std::int64_t{1} << 20}});
  cost_of_checks(state, kernel);
}
BENCHMARK(cost_in_transpose)->Iterations(41)->Unit(benchmark::kMillisecond);
BENCHMARK(cost_in_product)->Iterations(41)->Unit(benchmark::kMillisecond);
BENCHMARK(cost_in_reduction)->Iterations(41)->Unit(benchmark::kMillisecond);

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
