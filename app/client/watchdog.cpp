#include "client/watchdog.h"

#include <algorithm>

namespace warpscope::client {

void Watchdog::sent(std::uint64_t request, std::chrono::milliseconds limit, Clock::time_point now) {
  newest_ = Owed{request, limit};
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
    const bool known = newest_ && newest_->request == request;
    active_ = Owed{request, known ? newest_->limit : std::chrono::milliseconds(longest_preparation)};
  }
  since_ = now;
  step_ = step;
}

void Watchdog::published(std::uint64_t request, bool ended, Clock::time_point now) {
  since_ = now;
  if (!ended) return;
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

bool Watchdog::preparing() const {
  return step_ == lab::Progress::Activity::compiling || step_ == lab::Progress::Activity::opening;
}

std::chrono::milliseconds Watchdog::limit() const {
  if (active_ && step_ == lab::Progress::Activity::emulating)
    return active_->limit + longest_emulation_beyond_its_limit;
  if (active_) return preparing() ? std::max(active_->limit, longest_preparation) : active_->limit;
  return newest_ ? newest_->limit : std::chrono::milliseconds(0);
}

std::optional<Clock::time_point> Watchdog::deadline() const {
  if (!active_ && !newest_) return std::nullopt;
  return since_ + limit();
}

}  // namespace warpscope::client
