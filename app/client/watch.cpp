#include "client/watch.h"

#include <algorithm>

namespace warpscope::client {
namespace {

using Step = lab::Progress::Step;

}  // namespace

void Watch::sent(std::uint64_t request, std::chrono::milliseconds timeout, Clock::time_point now) {
  waiting_ = Waiting{request, timeout, now};
}

void Watch::told(std::uint64_t request, const lab::Progress& progress, Clock::time_point now) {
  if (waiting_ && waiting_->request == request) {
    running_ = Running{{request, progress.step}, lab::Stage::resolved, waiting_->timeout, now};
    waiting_.reset();
  }
  if (!running_ || running_->busy.request != request) return;
  if (progress.step == Step::abandoned) return ended(now);
  if (progress.step > running_->busy.step) {
    running_->busy.step = progress.step;
    running_->since = now;
  }
}

void Watch::answered(const lab::Result& result, Clock::time_point now) {
  const bool last = result.stage == lab::Stage::refined || result.failed();
  if (waiting_ && waiting_->request == result.request && last) waiting_.reset();
  if (!running_ || running_->busy.request != result.request) return;
  if (last) return ended(now);
  if (result.stage > running_->stage) {
    running_->stage = result.stage;
    running_->since = now;
  }
}

void Watch::ended(Clock::time_point now) {
  running_.reset();
  // What was sent meanwhile is begun only now.
  if (waiting_) waiting_->since = now;
}

void Watch::clear() {
  waiting_.reset();
  running_.reset();
}

std::optional<Watch::Busy> Watch::busy() const {
  if (!running_) return std::nullopt;
  return running_->busy;
}

std::optional<std::uint64_t> Watch::not_begun() const {
  if (!waiting_) return std::nullopt;
  return waiting_->request;
}

std::chrono::milliseconds Watch::limit() const {
  if (!running_) return waiting_ ? waiting_->timeout : std::chrono::milliseconds(0);
  const Step step = running_->busy.step;
  const bool patient = step == Step::compiling || step == Step::opening;
  return patient ? std::max(patience, running_->timeout) : running_->timeout;
}

std::optional<Clock::time_point> Watch::deadline() const {
  if (running_) return running_->since + limit();
  if (waiting_) return waiting_->since + limit();
  return std::nullopt;
}

}  // namespace warpscope::client
