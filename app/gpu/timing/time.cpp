#include <algorithm>
#include <chrono>

#include "gpu/messages.h"
#include "gpu/state.h"
#include "gpu/timing/statistics.h"

namespace lanescope::gpu {
namespace {

using Clock = std::chrono::steady_clock;
using catalogue::TimingRule;

/// Samples below this part of the device's default clock do not count.
constexpr double min_clock = 0.75;
/// After so many slow samples in a row the device will not run faster.
constexpr std::size_t max_slow_in_a_row = 20;
/// A reading whose hold expired (the program was not scheduled in time) is repeated at most so often.
constexpr int max_repeats = 3;

/// A call of cuBLAS may launch this many kernels (a product split along k: clear, multiply, add up).
constexpr std::uint64_t launches_of_library = 4;

/// Returns the places in the queue that one run of the plan takes.
std::uint64_t launches_of(const Execution::State& state) {
  std::uint64_t launches = 0;
  for (const PreparedLaunch& step : state.steps) {
    launches += step.launch->call == catalogue::Launch::Call::library ? launches_of_library : 1;
  }
  return launches;
}

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

tl::unexpected<Error> abandoned_failure() {
  return failure(FaultKind::abandoned, message<"timing.abandoned">());
}

/// Takes samples of a plan by the plan's own rules.
class Sampler {
 public:
  Sampler(Execution::State& state, Stopwatch& watch, Caches caches) : state_(state), watch_(watch), caches_(caches) {}

  /// Loads the kernel's code, warms clocks and caches, and finds the batch.
  [[nodiscard]] Status warm_up(double sample_ms) {
    TRY_STATUS(take());
    const TimingRule& rule = state_.plan.timing;
    const std::uint64_t launches = launches_of(state_);
    if (caches_ == Caches::cold || !rule.repeatable || rule.scope == TimingRule::Scope::launch || launches == 0) {
      return {};
    }
    TRY(const auto second, take());
    const auto max_batch =
        static_cast<std::uint32_t>(std::max<std::uint64_t>(Stopwatch::max_blocked_launches / launches, 1));
    batch_ = batch_for(static_cast<double>(second.milliseconds), sample_ms, max_batch);
    if (batch_ == 1) return {};
    // A single run may seem long, because it finds other data in the caches than the next run does.
    TRY(const auto together, take());
    batch_ = std::max(batch_, batch_for(static_cast<double>(together.milliseconds), sample_ms, max_batch));
    return {};
  }

  /// Resets a plan that changes its inputs, outside the measured part, and takes a sample.
  [[nodiscard]] Expected<Sample> take() {
    for (int tries = 1;; ++tries) {
      if (!state_.plan.timing.repeatable) {
        TRY_STATUS(state_.fill());
        // Sending inputs may wait for the device, which must not happen while the queue is blocked.
        TRY_STATUS(state_.wait<"doing.filling_buffers">());
      }
      TRY(const auto reading, watch_.measure(work(), message<"doing.running">(state_.plan.kernel)));
      const bool can_be_blocked = launches_of(state_) <= Stopwatch::max_blocked_launches;
      if (can_be_blocked && !reading.queue_blocked && tries < max_repeats) continue;
      queue_blocked_ = queue_blocked_ && reading.queue_blocked;
      return Sample{static_cast<float>(reading.milliseconds / batch_), reading.clock_mhz};
    }
  }

  [[nodiscard]] std::uint32_t batch() const noexcept { return batch_; }
  [[nodiscard]] bool queue_blocked() const noexcept { return queue_blocked_; }

 private:
  [[nodiscard]] Stopwatch::Work work() {
    Stopwatch::Work work;
    work.caches = caches_;
    work.launches = batch_ * launches_of(state_);
    if (state_.plan.timing.scope == TimingRule::Scope::launch) {
      work.laps = state_.steps.size();
      work.queue = [this](Stopwatch::Laps& laps) { return queue_launches(laps); };
    } else {
      work.queue = [this](Stopwatch::Laps& laps) { return queue_plans(laps); };
    }
    return work;
  }

  Status queue_plans(Stopwatch::Laps& laps) {
    TRY_STATUS(laps.start());
    for (std::uint32_t run = 0; run < batch_; ++run) {
      for (const PreparedLaunch& step : state_.steps) TRY_STATUS(state_.launch(step));
    }
    return laps.stop();
  }

  /// Queues the launches in laps, so that gaps between them do not count.
  Status queue_launches(Stopwatch::Laps& laps) {
    for (const PreparedLaunch& step : state_.steps) {
      TRY_STATUS(laps.start());
      TRY_STATUS(state_.launch(step));
      TRY_STATUS(laps.stop());
    }
    return {};
  }

  Execution::State& state_;
  Stopwatch& watch_;
  Caches caches_;
  std::uint32_t batch_ = 1;
  bool queue_blocked_ = true;
};

}  // namespace

Expected<Timing> Execution::time(const TimingRequest& request, const std::function<bool()>& abandoned) {
  const auto is_abandoned = [&] { return abandoned && abandoned(); };
  if (is_abandoned()) return abandoned_failure();
  if (!state_->filled) {
    TRY_STATUS(state_->fill_guards());
    TRY_STATUS(state_->fill());
    TRY_STATUS(state_->wait<"doing.filling_buffers">());
  }
  // The first launch loads code, which may not happen while the queue is blocked.
  if (!state_->launched) TRY_STATUS(state_->launch_all_waiting());
  Sampler sampler(*state_, state_->stopwatch(), request.caches);
  TRY_STATUS(sampler.warm_up(request.sample_ms));

  const double min_mhz = min_clock * state_->session->device.sm_clock_khz * 1e-3;
  const std::size_t max_good = std::max<std::size_t>(request.max_samples, 1);
  std::vector<Sample> samples;
  Criterion criterion;
  std::size_t good = 0;
  std::size_t slow_in_a_row = 0;
  catalogue::SamplingEnd stop = catalogue::SamplingEnd::samples;
  const Clock::time_point start = Clock::now();
  while (good < max_good && slow_in_a_row < max_slow_in_a_row) {
    if (is_abandoned()) {
      stop = catalogue::SamplingEnd::abandoned;
      break;
    }
    if (good >= request.min_samples) {
      if (const auto reached = criterion.reached()) {
        stop = *reached;
        break;
      }
    }
    if (samples.size() >= request.min_samples && milliseconds_since(start) >= request.budget_ms) {
      stop = catalogue::SamplingEnd::budget;
      break;
    }
    TRY(const auto sample, sampler.take());
    samples.push_back(sample);
    if (sample.clock_mhz && *sample.clock_mhz < min_mhz) {
      ++slow_in_a_row;
      continue;
    }
    slow_in_a_row = 0;
    ++good;
    criterion.add(sample.milliseconds);
  }
  if (samples.empty()) return abandoned_failure();
  Timing timing = summarise(samples, min_mhz);
  timing.batch = sampler.batch();
  timing.queue_blocked = sampler.queue_blocked();
  timing.stop = stop;
  return timing;
}

const Message& Execution::why_no_cold() const {
  return state_->stopwatch().why_no_cold();
}

Expected<double> Execution::empty_interval() {
  return state_->stopwatch().empty_interval();
}

}  // namespace lanescope::gpu
