#include "client/watchdog.h"

#include <algorithm>

namespace lanescope::client {

void Watchdog::sent(std::uint64_t request, StepLimits limits, std::chrono::milliseconds budget, Clock::time_point now) {
  newest_ = Owed{request, limits, budget};
  // A worker that spoke of a request before it had one gets no more time for that.
  if (active_ && !active_->is_known) active_ = Owed{active_->request, limits, budget};
  // A request that waits behind a running one does not give that one more time.
  if (!active_) since_ = now;
}

void Watchdog::progressed(std::uint64_t request, lab::Progress::Activity step, Clock::time_point now) {
  if (step == lab::Progress::Activity::abandoned) {
    since_ = now;
    if (active_ && active_->request == request) active_.reset();
    if (newest_ && newest_->request == request) newest_.reset();
    return;
  }
  if (active_ && active_->request == request) {
    if (step <= step_) return;
  } else {
    active_ = newest_.value_or(Owed{request, {}, {}, false});
    active_->request = request;
    stage_.reset();
  }
  since_ = now;
  step_ = step;
}

void Watchdog::published(std::uint64_t request, std::optional<lab::Stage> stage, bool ended, Clock::time_point now) {
  const bool repeats = stage && active_ && active_->request == request && stage_ && *stage <= *stage_;
  if (!repeats) since_ = now;
  if (stage && !repeats) stage_ = stage;
  if (!ended) return;
  since_ = now;
  if (active_ && active_->request == request) active_.reset();
  if (newest_ && newest_->request == request) newest_.reset();
}

void Watchdog::receiving(Clock::time_point now) {
  since_ = std::max(since_, now);
}

void Watchdog::cancelled() {
  newest_.reset();
}

void Watchdog::forget() {
  newest_.reset();
  active_.reset();
  step_ = lab::Progress::Activity::started;
}

std::optional<std::uint64_t> Watchdog::busy_with() const {
  return active_ ? std::optional(active_->request) : std::nullopt;
}

std::optional<lab::Progress::Activity> Watchdog::step() const {
  return active_ ? std::optional(step_) : std::nullopt;
}

std::chrono::milliseconds Watchdog::limit_of_step() const {
  using Step = lab::Progress::Activity;
  if (!active_) return newest_ ? newest_->limits.step : std::chrono::milliseconds(0);
  const StepLimits& limits = active_->limits;
  if (step_ == Step::compiling || step_ == Step::opening) return limits.preparation;
  return step_ == Step::measuring ? limits.step + active_->budget : limits.step;
}

std::chrono::milliseconds Watchdog::limit() const {
  const bool emulating = active_ && step_ == lab::Progress::Activity::emulating;
  return limit_of_step() + (emulating ? longest_emulation_beyond_its_limit : std::chrono::milliseconds(0));
}

std::optional<Clock::time_point> Watchdog::deadline_when_stopped() const {
  if (!active_ && !newest_) return std::nullopt;
  return since_ + limit_of_step();
}

std::optional<Clock::time_point> Watchdog::deadline() const {
  if (!active_ && !newest_) return std::nullopt;
  return since_ + limit();
}

}  // namespace lanescope::client
