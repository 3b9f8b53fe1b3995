// Measures how fast PTX is read, printed and cut into blocks; 10,000 lines should take less than 20 ms.
// bench_parse_ptx [FILE.ptx]; without a file it reads NVRTC's PTX of the tests again and again.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>

#include "base/file.h"
#include "ptx/control_flow.h"
#include "ptx/module.h"

namespace {

using namespace lanescope;

std::string& text() {
  static std::string ptx = read_file(std::string(LANESCOPE_TEST_DATA) + "/ptx/nvrtc_13.0.ptx").value();
  return ptx;
}

void count_lines(benchmark::State& state) {
  const auto lines = std::count(text().begin(), text().end(), '\n');
  state.counters["lines/s"] =
      benchmark::Counter(static_cast<double>(lines), benchmark::Counter::kIsIterationInvariantRate);
}

void read_ptx(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(ptx::parse(text()).value());
  count_lines(state);
}
BENCHMARK(read_ptx)->Unit(benchmark::kMillisecond);

void print_ptx(benchmark::State& state) {
  const ptx::Module module = ptx::parse(text()).value();
  for (auto _ : state) benchmark::DoNotOptimize(ptx::print(module));
  count_lines(state);
}
BENCHMARK(print_ptx)->Unit(benchmark::kMillisecond);

void find_control_flow(benchmark::State& state) {
  const ptx::Module module = ptx::parse(text()).value();
  for (auto _ : state) {
    for (const ptx::Function& function : module.functions) benchmark::DoNotOptimize(ptx::control_flow(function));
  }
  count_lines(state);
}
BENCHMARK(find_control_flow)->Unit(benchmark::kMillisecond);

}  // namespace

int main(int count, char** arguments) {
  benchmark::Initialize(&count, arguments);
  if (count > 1) text() = read_file(arguments[1]).value();
  benchmark::RunSpecifiedBenchmarks();
}
