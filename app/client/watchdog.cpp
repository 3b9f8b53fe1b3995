#include "client/watchdog.h"

#include <algorithm>

namespace lanescope::client {

void Watchdog::sent(std::uint64_t request, StepLimits limits, std::chrono::milliseconds budget, Clock::time_point now) {
  newest_ = PendingRequest{request, limits, budget};
  waiting_.push_back(*newest_);
  last_sent_request_ = request;
  // A worker that spoke of a request before it had one gets no more time for that.
  if (active_ && !active_->is_known) active_ = PendingRequest{active_->request, limits, budget};
  // A request that waits behind a running one does not give that one more time.
  if (!active_) since_ = now;
}

bool Watchdog::begins(std::uint64_t request, Clock::time_point now) {
  if (request <= last_begun_request_ || request > last_sent_request_) return false;
  last_begun_request_ = request;
  const auto known = std::ranges::find(waiting_, request, &PendingRequest::request);
  active_ = known != waiting_.end() ? *known : newest_.value_or(PendingRequest{request, {}, {}});
  active_->request = request;
  std::erase_if(waiting_, [&](const PendingRequest& pending) { return pending.request <= request; });
  stage_.reset();
  bytes_left_ = max_answer_bytes;
  since_ = now;
  return true;
}

void Watchdog::progressed(std::uint64_t request, experiments::Progress::Activity step, Clock::time_point now) {
  if (step == experiments::Progress::Activity::abandoned) return ended(request, now);
  if (begins(request, now)) {
    step_ = step;
  } else if (active_ && active_->request == request) {
    if (step <= step_) return;
    step_ = step;
    if (request == last_begun_request_) since_ = now;
  } else if (request > last_sent_request_) {
    // Only the worker knows of it.
    if (!active_ && !newest_) since_ = now;
    active_ = newest_.value_or(PendingRequest{request, {}, {}, false});
    active_->request = request;
    step_ = step;
  }
}

void Watchdog::published(std::uint64_t request, experiments::ResultStage stage, bool ended, Clock::time_point now) {
  if (begins(request, now)) step_ = experiments::Progress::Activity::started;
  if (request == last_begun_request_ && (!stage_ || stage > *stage_)) {
    stage_ = stage;
    since_ = now;
  }
  if (ended) this->ended(request, now);
}

void Watchdog::ended(std::uint64_t request, Clock::time_point now) {
  const bool begun = active_ && active_->request == request, waiting = newest_ && newest_->request == request;
  if (begun) active_.reset();
  if (waiting) newest_.reset();
  if (waiting || (begun && request == last_begun_request_)) since_ = now;
}

void Watchdog::received(std::uint64_t bytes, Clock::time_point now) {
  const std::uint64_t counted = std::min(bytes, bytes_left_);
  bytes_left_ -= counted;
  const std::chrono::microseconds time(counted * 1'000'000 / min_answer_bytes_per_second);
  since_ = std::max(since_, std::min(now, since_ + time));
}

void Watchdog::cancelled() {
  newest_.reset();
}

void Watchdog::forget() {
  newest_.reset();
  waiting_.clear();
  active_.reset();
  step_ = experiments::Progress::Activity::started;
  last_sent_request_ = last_begun_request_ = bytes_left_ = 0;
}

std::optional<std::uint64_t> Watchdog::busy_with() const {
  return active_ ? std::optional(active_->request) : std::nullopt;
}

std::optional<experiments::Progress::Activity> Watchdog::step() const {
  return active_ ? std::optional(step_) : std::nullopt;
}

std::chrono::milliseconds Watchdog::step_limit() const {
  using Step = experiments::Progress::Activity;
  if (!active_) return newest_ ? newest_->limits.step : std::chrono::milliseconds(0);
  const StepLimits& limits = active_->limits;
  if (step_ == Step::compiling || step_ == Step::opening) return limits.preparation;
  return step_ == Step::measuring ? limits.step + active_->budget : limits.step;
}

std::chrono::milliseconds Watchdog::limit() const {
  const bool emulating = active_ && step_ == experiments::Progress::Activity::emulating;
  return step_limit() + (emulating ? max_emulation_overrun : std::chrono::milliseconds(0));
}

std::optional<Clock::time_point> Watchdog::deadline_when_stopped() const {
  if (!active_ && !newest_) return std::nullopt;
  return since_ + step_limit();
}

std::optional<Clock::time_point> Watchdog::deadline() const {
  if (!active_ && !newest_) return std::nullopt;
  return since_ + limit();
}

}  // namespace lanescope::client
