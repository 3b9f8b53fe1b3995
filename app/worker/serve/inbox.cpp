#include "worker/serve/inbox.h"

#include <utility>

namespace lanescope::worker {

void Inbox::put(Request request) {
  const std::lock_guard lock(mutex_);
  newest_.store(request.number);
  slot_ = std::move(request);
  changed_.notify_all();
}

void Inbox::cancel() {
  const std::lock_guard lock(mutex_);
  newest_.store(0);
  slot_.reset();
}

void Inbox::close() {
  const std::lock_guard lock(mutex_);
  newest_.store(0);
  slot_.reset();
  closed_ = true;
  changed_.notify_all();
}

std::optional<Inbox::Request> Inbox::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return slot_ || closed_; });
  if (!slot_) return std::nullopt;
  return std::exchange(slot_, std::nullopt);
}

}  // namespace lanescope::worker
