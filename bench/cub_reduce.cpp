// cub::DeviceReduce::Sum by this program's own stopwatch, cold and hot, beside the reductions of a recording: it is
// added to the recording as reduce/cub and reduce/cub_f32, which no kernel file has. For the machine of the recording.
#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <vector>

#include "compiler/compiler.h"
#include "cub_sum.h"
#include "cuda/driver.h"
#include "cuda/functions.h"
#include "gpu/criterion.h"
#include "gpu/session.h"
#include "gpu/statistics.h"
#include "gpu/stopwatch.h"
#include "lab/recording.h"

namespace {

using namespace warpscope;

Error error_of(const Error& error) {
  return error;
}
Error error_of(const cuda::CallError& error) {
  return error.error();
}
Error error_of(const gpu::Failure& failure) {
  return Error{failure.message, "", ""};
}
Error error_of(const compiler::CompileFailure& failure) {
  return failure.error;
}

/// The program ends with the first thing that goes wrong: there is nothing to be measured then.
template <class Value, class Problem>
Value must(tl::expected<Value, Problem> outcome) {
  if (!outcome) throw MachineError(error_of(outcome.error()));
  if constexpr (!std::is_void_v<Value>) return *std::move(outcome);
}

compiler::Compiled compiled_tools(const cuda::Driver& driver, const cuda::DeviceInfo& device) {
  compiler::Request request;
  request.file = "tools.cu";
  request.text = std::string(gpu::device_source());
  request.target = {device.compute_major, device.compute_minor};
  const auto toolkit = must(compiler::choose_toolkit(compiler::find_toolkits(), request.target, driver.version()));
  return must(must(compiler::Compiler::open(toolkit, "")).compile(request));
}

/// As gpu::Execution::time measures: cold one call a sample, hot in batches, until the samples lie close together.
lab::Samples samples_of(gpu::Stopwatch& watch, gpu::Caches caches, const std::function<void()>& queue) {
  constexpr std::size_t most_samples = 400;
  constexpr std::uint64_t launches_of_a_sum = 2;
  std::uint32_t batch = 1;
  const auto read = [&] {
    gpu::Stopwatch::Work work;
    work.caches = caches;
    work.launches = batch * launches_of_a_sum;
    work.queue = [&](gpu::Stopwatch::Laps& laps) -> gpu::Outcome<void> {
      if (auto started = laps.start(); !started) return started;
      for (std::uint32_t run = 0; run < batch; ++run) queue();
      return laps.stop();
    };
    return must(watch.measure(work, "summing"));
  };
  (void)read();
  if (caches == gpu::Caches::hot) {
    batch = gpu::batch_for(read().milliseconds, 0.5, gpu::Stopwatch::most_held / launches_of_a_sum);
  }
  std::vector<gpu::Sample> samples;
  gpu::Criterion criterion;
  bool held = true;
  while (samples.size() < most_samples && !criterion.reached()) {
    const gpu::Reading reading = read();
    held = held && reading.held;
    samples.push_back({static_cast<float>(reading.milliseconds / batch), reading.clock_mhz});
    criterion.add(samples.back().milliseconds);
  }
  const gpu::Timing timing = gpu::summarise(samples);
  lab::Samples found;
  found.median = timing.median, found.q1 = timing.q1, found.q3 = timing.q3;
  found.samples = static_cast<std::uint32_t>(timing.samples.size());
  found.batch = batch;
  found.held = held;
  found.stop = gpu::name_of(criterion.reached().value_or(gpu::Stop::samples));
  found.clock_mhz = timing.clock_mhz;
  return found;
}

class Bench {
 public:
  explicit Bench(const lab::Machine& machine)
      : driver_(must(cuda::Driver::open())),
        device_(must(driver_.devices()).at(0)),
        context_(must(cuda::PrimaryContext::retain(driver_.functions(), device_.ordinal))),
        stream_(must(cuda::Stream::create(driver_.functions()))),
        tools_(must(gpu::Tools::load(driver_.functions(), device_, stream_, compiled_tools(driver_, device_).cubin))),
        watch_(must(gpu::Stopwatch::create(driver_.functions(), device_, stream_, tools_))),
        machine_(machine) {
    if (device_.uuid != machine.uuid) {
      throw MachineError(Error{"the recording is of another GPU", machine.uuid, "measure both on one machine"});
    }
  }

  lab::Result sum(CubValue value, std::uint64_t count) {
    const cuda::Functions& functions = driver_.functions();
    // Small whole numbers: their sum is exact in both types, in whatever order it is made.
    std::vector<std::uint32_t> elements(count);
    std::uint32_t expected = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint32_t element = (i * 2654435761u >> 7) % 64 == 0 ? 1 : 0;
      expected += element;
      elements[i] = value == CubValue::i32 ? element : std::bit_cast<std::uint32_t>(static_cast<float>(element));
    }
    const auto in = must(cuda::DeviceMemory::allocate(functions, 4 * count));
    const auto out = must(cuda::DeviceMemory::allocate(functions, 4));
    must(functions.cuMemcpyHtoDAsync(in.address(), elements.data(), 4 * count, stream_.get()));
    must(stream_.synchronize());
    std::size_t scratch_bytes = 0;
    must_be(cub_sum(value, nullptr, &scratch_bytes, nullptr, nullptr, count, stream_.get()));
    const auto scratch = must(cuda::DeviceMemory::allocate(functions, scratch_bytes));
    const auto queue = [&] {
      must_be(cub_sum(value, pointer(scratch), &scratch_bytes, pointer(in), pointer(out), count, stream_.get()));
    };
    queue();  // loads its code, which must not happen while the queue is held
    std::uint32_t bits = 0;
    must(functions.cuMemcpyDtoHAsync(&bits, out.address(), 4, stream_.get()));
    must(stream_.synchronize());
    if (bits != (value == CubValue::i32 ? expected : std::bit_cast<std::uint32_t>(static_cast<float>(expected)))) {
      throw MachineError(Error{"the sum is wrong", "cub::DeviceReduce::Sum", ""});
    }

    lab::Result result;
    result.stage = lab::Stage::refined;
    result.kernel = value == CubValue::i32 ? "reduce/cub" : "reduce/cub_f32";
    result.source = fmt::format("// cub::DeviceReduce::Sum, CUB {}.{}.{}, timed by bench/cub_reduce.cpp\n",
                                cub_version() / 100000, cub_version() / 100 % 1000, cub_version() % 100);
    result.backend = "gpu";
    result.target = fmt::format("{}.{}", device_.compute_major, device_.compute_minor);
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

  cuda::Driver driver_;
  cuda::DeviceInfo device_;
  cuda::PrimaryContext context_;
  cuda::Stream stream_;
  gpu::Tools tools_;
  gpu::Stopwatch watch_;
  lab::Machine machine_;
};

int run(const std::string& file) {
  lab::Recording recording = must(lab::read_recording(file));
  Bench bench(recording.machine);
  for (const CubValue value : {CubValue::i32, CubValue::f32}) {
    for (const int exponent : {20, 24, 29}) {
      const lab::Result result = bench.sum(value, std::uint64_t{1} << exponent);
      fmt::print("{} n=2^{}  cold {:.2f} us, {:.0f} GB/s  hot {:.2f} us\n", result.kernel, exponent,
                 result.cold->median * 1e3, result.gb_per_s().value_or(0), result.hot->median * 1e3);
      std::erase_if(recording.results, [&](const lab::Result& other) {
        return other.kernel == result.kernel && other.sizes == result.sizes;
      });
      recording.results.push_back(result);
    }
  }
  must(lab::write_recording(file, recording));
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    fmt::print(stderr, "usage: bench_cub RECORDING.json\n");
    return 2;
  }
  try {
    return run(arguments[1]);
  } catch (const MachineError& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
