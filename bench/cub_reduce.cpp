// Measures cub::DeviceReduce::Sum with this program's own stopwatch, cold and hot, beside the reductions of a
// recording. It is added to the recording as reduce/cub with a knob element, as the reductions have it; no kernel file
// has that name. It runs on the machine of the recording.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <vector>

#include "bare_plan.h"
#include "cub_sum.h"
#include "cuda/functions.h"
#include "experiments/names.h"
#include "experiments/sheet/rates.h"
#include "gpu/session.h"
#include "gpu/timing/statistics.h"
#include "gpu/timing/stopwatch.h"
#include "must.h"
#include "recordings/recording.h"

namespace {

using namespace lanescope;
using bench::must;

/// Measures like gpu::Execution::time: a cold sample is one call, a hot one a batch, until samples lie close together.
catalogue::Samples samples_of(gpu::Stopwatch& watch, gpu::Caches caches, const std::function<void()>& queue) {
  constexpr std::size_t max_samples = 400;
  constexpr std::uint64_t launches_of_a_sum = 2;
  std::uint32_t batch = 1;
  const auto read = [&] {
    gpu::Stopwatch::Work work;
    work.caches = caches;
    work.launches = batch * launches_of_a_sum;
    work.queue = [&](gpu::Stopwatch::Laps& laps) -> Status {
      if (auto started = laps.start(); !started) return started;
      for (std::uint32_t run = 0; run < batch; ++run) queue();
      return laps.stop();
    };
    return must(watch.measure(work, "summing"));
  };
  (void)read();
  if (caches == gpu::Caches::hot) {
    batch = gpu::batch_for(read().milliseconds, 0.5, gpu::Stopwatch::max_blocked_launches / launches_of_a_sum);
  }
  std::vector<gpu::Sample> samples;
  gpu::Criterion criterion;
  bool queue_blocked = true;
  while (samples.size() < max_samples && !criterion.reached()) {
    const gpu::Reading reading = read();
    queue_blocked = queue_blocked && reading.queue_blocked;
    samples.push_back({static_cast<float>(reading.milliseconds / batch), reading.clock_mhz});
    criterion.add(samples.back().milliseconds);
  }
  const gpu::Timing timing = gpu::summarise(samples);
  catalogue::Samples found = timing;
  found.batch = batch;
  found.queue_blocked = queue_blocked;
  found.stop = criterion.reached().value_or(catalogue::SamplingEnd::samples);
  return found;
}

class Bench {
 public:
  explicit Bench(const experiments::Machine& machine)
      : tools_(bench_machine_.tools()),
        watch_(must(gpu::Stopwatch::create(bench_machine_.functions(), bench_machine_.device(), bench_machine_.stream(),
                                           tools_))),
        machine_(machine) {
    if (bench_machine_.device().uuid != machine.uuid) {
      throw MachineError(Error{"the recording is of another GPU", machine.uuid, "measure both on one machine"});
    }
  }

  experiments::Result sum(CubValue value, std::uint64_t count) {
    const cuda::Functions& functions = bench_machine_.functions();
    // The numbers are small and whole, so their sum is exact in both types and in every order.
    std::vector<std::uint32_t> elements(count);
    std::uint32_t expected = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint32_t element = (i * 2654435761u >> 7) % 64 == 0 ? 1 : 0;
      expected += element;
      elements[i] = value == CubValue::i32 ? element : std::bit_cast<std::uint32_t>(static_cast<float>(element));
    }
    const auto in = must(cuda::DeviceMemory::allocate(functions, 4 * count));
    const auto out = must(cuda::DeviceMemory::allocate(functions, 4));
    must(functions.cuMemcpyHtoDAsync(in.address(), elements.data(), 4 * count, bench_machine_.stream().get()));
    must(bench_machine_.stream().synchronize());
    std::size_t scratch_bytes = 0;
    must_be(cub_sum(value, nullptr, &scratch_bytes, nullptr, nullptr, count, bench_machine_.stream().get()));
    const auto scratch = must(cuda::DeviceMemory::allocate(functions, scratch_bytes));
    const auto queue = [&] {
      must_be(cub_sum(value, pointer(scratch), &scratch_bytes, pointer(in), pointer(out), count,
                      bench_machine_.stream().get()));
    };
    queue();  // it loads its code, which must not happen while the queue is held
    std::uint32_t bits = 0;
    must(functions.cuMemcpyDtoHAsync(&bits, out.address(), 4, bench_machine_.stream().get()));
    must(bench_machine_.stream().synchronize());
    if (bits != (value == CubValue::i32 ? expected : std::bit_cast<std::uint32_t>(static_cast<float>(expected)))) {
      throw MachineError(Error{"the sum is wrong", "cub::DeviceReduce::Sum", ""});
    }

    experiments::Result result;
    result.stage = experiments::ResultStage::refined;
    result.kernel = "reduce/cub";
    result.parameters["element"] = std::string(value == CubValue::i32 ? "i32" : "f32");
    result.source = fmt::format("// cub::DeviceReduce::Sum, CUB {}.{}.{}, timed by bench/cub_reduce.cpp\n",
                                cub_version() / 100000, cub_version() / 100 % 1000, cub_version() % 100);
    result.backend = experiments::Backend::gpu;
    result.target = fmt::format("{}.{}", bench_machine_.device().compute_major, bench_machine_.device().compute_minor);
    result.sizes["n"] = static_cast<std::int64_t>(count);
    result.machine = machine_;
    result.cold = samples_of(watch_, gpu::Caches::cold, queue);
    result.hot = samples_of(watch_, gpu::Caches::hot, queue);
    result.clock_mhz = result.cold->clock_mhz;
    result.empty_ms = must(watch_.empty_interval());
    result.work_bytes = static_cast<std::int64_t>(4 * count + 4);
    result.work_flops = static_cast<std::int64_t>(count - 1);
    return result;
  }

 private:
  static void* pointer(const cuda::DeviceMemory& memory) { return std::bit_cast<void*>(memory.address()); }
  static void must_be(int code) {
    if (code != 0) throw MachineError(Error{fmt::format("CUB failed with error {}", code), "cub_sum", ""});
  }

  bench::Machine bench_machine_;
  gpu::Tools tools_;
  gpu::Stopwatch watch_;
  experiments::Machine machine_;
};

int run(const std::string& file) {
  recordings::Recording recording = must(recordings::read_recording(file));
  Bench bench(recording.machine);
  for (const CubValue value : {CubValue::i32, CubValue::f32}) {
    for (const int exponent : {20, 24, 29}) {
      const experiments::Result result = bench.sum(value, std::uint64_t{1} << exponent);
      const auto rate = experiments::rate_of(result, experiments::Work::bytes);
      fmt::print("{} n=2^{}  cold {:.2f} us, {:.0f} GB/s  hot {:.2f} us\n", result.kernel, exponent,
                 result.cold->median * 1e3, rate ? rate->number : 0, result.hot->median * 1e3);
      std::erase_if(recording.results, [&](const experiments::Result& other) {
        return other.kernel == result.kernel && other.sizes == result.sizes;
      });
      recording.results.push_back(result);
    }
  }
  must(recordings::write_recording(file, recording));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: bench_cub RECORDING.jsonl\n");
    return 2;
  }
  try {
    return run(arguments[1]);
  } catch (const MachineError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
