// Compares the best reductions with cub::DeviceReduce::Sum, cold, by one stopwatch, on the same memory and in turns,
// because GPUs, and the minutes of one GPU, differ by more than these do. First all settings run a few times each, then
// the fastest of them, the defaults and CUB in many rounds. Lines of a CSV go to standard output.
//
// usage: cub_contest [LENGTHS SEED]
//
// With LENGTHS, so many lengths between 2^10 and 2^29 are drawn (log-uniform), and the defaults alone compete.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <vector>

#include "bare_plan.h"
#include "base/file.h"
#include "catalogue/catalogue.h"
#include "catalogue/reference/reference.h"
#include "cub_sum.h"
#include "cuda/functions.h"
#include "gpu/timing/stopwatch.h"
#include "must.h"

namespace {

using namespace lanescope;
using bench::must;

constexpr std::size_t screening_rounds = 5, finalists = 8, rounds = 301, few_rounds = 61;

struct Contender {
  std::string name;
  std::uint64_t launches = 1;
  std::function<void()> queue;
  std::vector<double> microseconds = {};
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// The median, and the interval that contains the true one with 95 % (by ranks, whatever the distribution).
struct Estimate {
  double low = 0, median = 0, high = 0;
};
Estimate estimate(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto count = static_cast<double>(values.size());
  const double half = 0.98 * std::sqrt(count);
  const auto at = [&](double rank) { return values[static_cast<std::size_t>(std::clamp(rank, 0.0, count - 1))]; };
  return {at(std::floor(count / 2 - half)), at(std::floor(count / 2)), at(std::ceil(count / 2 + half))};
}

class Contest {
 public:
  Contest() : tools_(machine_.tools()), kernels_(must(data_folder()) / "kernels") {
    watch_ = must(gpu::Stopwatch::create(machine_.functions(), machine_.device(), machine_.stream(), tools_));
  }

  void hold(CubValue value, std::uint64_t count, bool defaults_only) {
    const auto kernel = must(kernels_.find("reduce/best"));
    const std::string element = value == CubValue::i32 ? "i32" : "f32";
    plans_.clear();
    const auto in = input(*kernel, element, count);
    const auto out = must(cuda::DeviceMemory::allocate(machine_.functions(), 4));
    std::vector<Contender> all = settings(*kernel, element, count, in.address(), defaults_only);
    const cuda::DeviceMemory scratch = cub_scratch(value, count);
    Contender cub{
        "cub", 2, [&] {
          std::size_t bytes = scratch.bytes();
          must_be(cub_sum(value, pointer(scratch), &bytes, pointer(in), pointer(out), count, machine_.stream().get()));
        }};
    cub.queue();  // it loads its code, which must not happen while the queue is held
    must(machine_.stream().synchronize());
    check(value, read(out.address()));
    if (!defaults_only) {
      take_turns(all, screening_rounds);
      all = fastest(std::move(all));
    }
    all.push_back(std::move(cub));
    take_turns(all, defaults_only ? few_rounds : rounds);
    print("reduce/best element=" + element, count, all);
  }

 private:
  static void* pointer(const cuda::DeviceMemory& memory) { return std::bit_cast<void*>(memory.address()); }
  static void must_be(int code) {
    if (code != 0) throw MachineError(Error{fmt::format("CUB failed with error {}", code), "cub_sum", ""});
  }

  cuda::DeviceMemory input(const catalogue::Kernel& kernel, const std::string& element, std::uint64_t count) const {
    const auto plan =
        must(catalogue::resolve(kernel, {{"element", element}, {"n", static_cast<std::int64_t>(count)}}, 1));
    const auto bytes = catalogue::fill_buffer(plan, 0);
    auto in = must(cuda::DeviceMemory::allocate(machine_.functions(), bytes.size()));
    must(machine_.functions().cuMemcpyHtoDAsync(in.address(), bytes.data(), bytes.size(), machine_.stream().get()));
    must(machine_.stream().synchronize());
    return in;
  }

  cuda::DeviceMemory cub_scratch(CubValue value, std::uint64_t count) const {
    std::size_t bytes = 0;
    must_be(cub_sum(value, nullptr, &bytes, nullptr, nullptr, count, machine_.stream().get()));
    return must(cuda::DeviceMemory::allocate(machine_.functions(), bytes));
  }

  std::uint32_t read(std::uint64_t address) const {
    std::uint32_t bits = 0;
    must(machine_.functions().cuMemcpyDtoHAsync(&bits, address, 4, machine_.stream().get()));
    must(machine_.stream().synchronize());
    return bits;
  }

  /// Returns the defaults and then, unless they alone are asked for, every setting of the knobs that decide.
  std::vector<Contender> settings(const catalogue::Kernel& kernel, const std::string& element, std::uint64_t count,
                                  std::uint64_t in, bool defaults_only) {
    std::vector<catalogue::Values> choices{{}};
    for (const std::int64_t block : {256, 512, 1024}) {
      if (defaults_only) break;
      for (const std::int64_t grid : {66, 132, 264, 528, 1056, 2112, 4224}) {
        for (const std::int64_t unroll : {1, 2, 4, 8}) {
          for (const char* const load : {"ca", "cg", "cs"}) {
            choices.push_back({{"block", block}, {"grid", grid}, {"unroll", unroll}, {"load_op", std::string(load)}});
          }
        }
      }
    }
    std::vector<Contender> contenders;
    for (catalogue::Values& values : choices) {
      Contender contender{values.empty() ? "defaults" : "", 1, {}};
      for (const auto& [name, value] : values) {
        contender.name += fmt::format("{}{}={}", contender.name.empty() ? "" : " ", name, catalogue::to_text(value));
      }
      values["element"] = element;
      values["n"] = static_cast<std::int64_t>(count);
      auto plan = must(catalogue::resolve(kernel, values, 1));
      plans_.push_back(std::make_unique<bench::BarePlan>(machine_, kernel, std::move(plan), std::vector{in}));
      const bench::BarePlan& bare = *plans_.back();
      bare.clear();
      bare.launch();
      sums_.push_back(read(bare.address("out")));
      contender.queue = [&bare] { bare.launch(); };
      contenders.push_back(std::move(contender));
    }
    return contenders;
  }

  /// Checks that integer sums are equal, and that floating-point sums differ only by the order of the additions.
  void check(CubValue value, std::uint32_t cub) {
    for (const std::uint32_t sum : sums_) {
      const bool right = value == CubValue::i32 ? sum == cub
                                                : std::abs(std::bit_cast<float>(sum) - std::bit_cast<float>(cub)) <=
                                                      1e-4f * std::abs(std::bit_cast<float>(cub)) + 1;
      if (!right) throw MachineError(Error{"a sum differs from CUB's", fmt::format("{:x} and {:x}", sum, cub), ""});
    }
    sums_.clear();
  }

  void take_turns(std::vector<Contender>& contenders, std::size_t times) {
    std::mt19937 chance(1);  // NOLINT(cert-msc51-cpp): any order will do, if it differs in each round
    std::vector<std::size_t> order(contenders.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (Contender& contender : contenders) contender.microseconds.clear();
    for (std::size_t round = 0; round < times; ++round) {
      std::shuffle(order.begin(), order.end(), chance);
      for (const std::size_t at : order) {
        Contender& contender = contenders[at];
        gpu::Stopwatch::Work work;
        work.caches = gpu::Caches::cold;
        work.launches = contender.launches;
        work.queue = [&](gpu::Stopwatch::Laps& laps) -> Status {
          if (auto started = laps.start(); !started) return started;
          contender.queue();
          return laps.stop();
        };
        const gpu::Reading reading = must(watch_->measure(work, "summing"));
        if (!reading.queue_blocked) throw MachineError(Error{"the queue was not blocked", contender.name, ""});
        contender.microseconds.push_back(reading.milliseconds * 1e3);
      }
    }
  }

  static std::vector<Contender> fastest(std::vector<Contender> all) {
    std::stable_sort(all.begin() + 1, all.end(), [](const Contender& a, const Contender& b) {
      return median(a.microseconds) < median(b.microseconds);
    });
    all.resize(std::min(all.size(), finalists + 1));
    return all;
  }

  static void print(const std::string& kernel, std::uint64_t count, const std::vector<Contender>& contenders) {
    const Contender& cub = contenders.back();
    for (const Contender& contender : contenders) {
      std::vector<double> behind;
      for (std::size_t i = 0; i < contender.microseconds.size(); ++i) {
        behind.push_back(contender.microseconds[i] - cub.microseconds[i]);
      }
      const Estimate own = estimate(contender.microseconds), difference = estimate(behind);
      fmt::print("{},{},{},{},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f},{:.3f}\n", kernel, count, contender.name,
                 contender.microseconds.size(), own.median, own.low, own.high, difference.median, difference.low,
                 difference.high);
    }
    std::fflush(stdout);
  }

  bench::Machine machine_;
  gpu::Tools tools_;
  std::optional<gpu::Stopwatch> watch_;
  catalogue::Catalogue kernels_;
  std::vector<std::unique_ptr<bench::BarePlan>> plans_;
  std::vector<std::uint32_t> sums_;
};

}  // namespace

int main(int count, char** arguments) {
  try {
    std::vector<std::uint64_t> lengths{std::uint64_t{1} << 29, std::uint64_t{1} << 24, std::uint64_t{1} << 20};
    const bool drawn = count == 3;
    if (drawn) {
      std::mt19937_64 chance(std::stoull(arguments[2]));
      lengths.resize(std::stoull(arguments[1]));
      for (std::uint64_t& length : lengths) {
        const double part = static_cast<double>(chance() >> 11) * 0x1.0p-53;
        length = static_cast<std::uint64_t>(std::exp2(10 + 19 * part));
      }
    }
    Contest contest;
    fmt::print("kernel,n,setting,rounds,median_us,low_us,high_us,behind_cub_us,behind_low_us,behind_high_us\n");
    for (const std::uint64_t length : lengths) {
      for (const CubValue value : {CubValue::i32, CubValue::f32}) contest.hold(value, length, drawn);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}
