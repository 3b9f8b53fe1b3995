#include <algorithm>
#include <chrono>

#include "gpu/state.h"

namespace warpscope::gpu {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Outcome<void> make_events(Execution::State& state, std::size_t count) {
  while (state.events.size() < count) {
    auto event = during("making an event", cuda::Event::create(*state.session->functions));
    if (!event) return tl::unexpected(event.error());
    state.events.push_back(std::move(*event));
  }
  return {};
}

/// Milliseconds between pairs of events, added up, once all have happened.
Outcome<float> elapsed(const Execution::State& state, std::size_t pairs) {
  if (auto ended = state.wait("running " + state.plan.kernel); !ended) return tl::unexpected(ended.error());
  float sum = 0;
  for (std::size_t i = 0; i < pairs; ++i) {
    const auto part =
        during("reading the device's clock", state.events[2 * i + 1].milliseconds_since(state.events[2 * i]));
    if (!part) return tl::unexpected(part.error());
    sum += *part;
  }
  return sum;
}

/// One sample: milliseconds of `batch` runs of the whole plan.
Outcome<float> measure_plan(Execution::State& state, std::uint32_t batch) {
  constexpr std::string_view doing = "reading the device's clock";
  if (auto made = make_events(state, 2); !made) return tl::unexpected(made.error());
  if (auto set = during(doing, state.events[0].record(state.session->stream)); !set) return tl::unexpected(set.error());
  for (std::uint32_t run = 0; run < batch; ++run) {
    for (const Step& step : state.steps) {
      if (auto queued = state.launch(step); !queued) return tl::unexpected(queued.error());
    }
  }
  if (auto set = during(doing, state.events[1].record(state.session->stream)); !set) return tl::unexpected(set.error());
  return elapsed(state, 1);
}

/// One sample: milliseconds of one run, each launch between events of its own, so that gaps between launches do not
/// count.
Outcome<float> measure_launches(Execution::State& state) {
  constexpr std::string_view doing = "reading the device's clock";
  const std::size_t count = state.steps.size();
  if (auto made = make_events(state, 2 * count); !made) return tl::unexpected(made.error());
  for (std::size_t i = 0; i < count; ++i) {
    auto start = during(doing, state.events[2 * i].record(state.session->stream));
    if (!start) return tl::unexpected(start.error());
    if (auto queued = state.launch(state.steps[i]); !queued) return tl::unexpected(queued.error());
    auto end = during(doing, state.events[2 * i + 1].record(state.session->stream));
    if (!end) return tl::unexpected(end.error());
  }
  return elapsed(state, count);
}

/// One sample after the plan's own rules. The reset of a plan that cannot be repeated comes before the first event.
Outcome<float> measure(Execution::State& state, std::uint32_t batch) {
  if (!state.plan.timing.repeatable) {
    if (auto queued = state.fill(); !queued) return tl::unexpected(queued.error());
  }
  return state.plan.timing.scope == catalogue::TimingRule::Scope::launch ? measure_launches(state)
                                                                         : measure_plan(state, batch);
}

/// Warms up and finds the batch. One run alone may seem long because of the time to launch it, so the first batch is
/// looked at once more.
Outcome<std::uint32_t> find_batch(Execution::State& state, double sample_ms) {
  // The first run loads the kernel's code and warms caches and clocks; the second tells how long one takes.
  if (auto first = measure(state, 1); !first) return tl::unexpected(first.error());
  const auto second = measure(state, 1);
  if (!second) return tl::unexpected(second.error());
  const catalogue::TimingRule& rule = state.plan.timing;
  if (!rule.repeatable || rule.scope == catalogue::TimingRule::Scope::launch) return 1;
  const std::uint32_t batch = batch_for(*second, sample_ms);
  if (batch == 1) return 1;
  const auto together = measure(state, batch);
  if (!together) return tl::unexpected(together.error());
  return std::max(batch, batch_for(static_cast<double>(*together) / batch, sample_ms));
}

Failure abandoned_failure() {
  Failure failure;
  failure.kind = "abandoned";
  failure.message = "the measurement was abandoned before its first sample";
  return failure;
}

}  // namespace

Outcome<Timing> Execution::time(const TimingRequest& request, const std::function<bool()>& abandoned) {
  const auto is_abandoned = [&] { return abandoned && abandoned(); };
  if (is_abandoned()) return tl::unexpected(abandoned_failure());
  if (!state_->filled) {
    if (auto queued = state_->fill_guards(); !queued) return tl::unexpected(queued.error());
    if (auto queued = state_->fill(); !queued) return tl::unexpected(queued.error());
  }
  const auto batch = find_batch(*state_, request.sample_ms);
  if (!batch) return tl::unexpected(batch.error());
  std::vector<float> samples;
  const Clock::time_point start = Clock::now();
  while (samples.size() < std::max<std::size_t>(request.most_samples, 1) && !is_abandoned()) {
    if (samples.size() >= request.least_samples && milliseconds_since(start) >= request.budget_ms) break;
    const auto sample = measure(*state_, *batch);
    if (!sample) return tl::unexpected(sample.error());
    samples.push_back(*sample / static_cast<float>(*batch));
  }
  if (samples.empty()) return tl::unexpected(abandoned_failure());
  return summarise(std::move(samples), *batch);
}

}  // namespace warpscope::gpu
