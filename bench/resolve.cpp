// Measures the cost of a moving slider before anything is compiled: resolving a kernel for its values, and asking for
// every value of every knob whether it is legal.
#include <benchmark/benchmark.h>

#include "base/file.h"
#include "catalogue/catalogue.h"

namespace {

using namespace lanescope;

std::shared_ptr<const catalogue::Kernel> kernel() {
  auto data = data_folder();
  if (!data) throw MachineError(data.error());
  catalogue::Catalogue kernels(*data / "kernels");
  auto found = kernels.find("transpose/smem_pad");
  if (!found) throw MachineError(found.error());
  return *found;
}

void resolve_a_plan(benchmark::State& state) {
  const auto transpose = kernel();
  for (auto _ : state) {
    auto plan = catalogue::resolve(*transpose, {{"block_y", std::int64_t{4}}}, 1);
    if (!plan) throw MachineError(plan.error());
    benchmark::DoNotOptimize(plan->launches.data());
  }
}
BENCHMARK(resolve_a_plan);

void ask_why_not_for_every_value_of_every_knob(benchmark::State& state) {
  const auto transpose = kernel();
  for (auto _ : state) {
    for (const catalogue::Parameter& knob : transpose->parameters) {
      for (std::size_t index = 0; index < knob.values.size(); ++index) {
        auto sentence = catalogue::violated_requirement(*transpose, {}, knob.name, index);
        benchmark::DoNotOptimize(sentence);
      }
    }
  }
}
BENCHMARK(ask_why_not_for_every_value_of_every_knob);

void read_a_kernel_file(benchmark::State& state) {
  const catalogue::KernelSource source = kernel()->source;
  for (auto _ : state) {
    auto read = catalogue::read_kernel(source);
    if (!read) throw MachineError(read.error().front());
    benchmark::DoNotOptimize(&*read);
  }
}
BENCHMARK(read_a_kernel_file);

}  // namespace
