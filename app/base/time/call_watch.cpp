#include "base/time/call_watch.h"

#include <utility>

#include "base/time/process_clock.h"

namespace lanescope {

CallWatch::CallWatch(std::chrono::milliseconds limit, Late late)
    : limit_(limit), late_(std::move(late)), thread_([this] { watch(); }) {}

CallWatch::~CallWatch() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_one();
  thread_.join();
}

CallWatch::Call CallWatch::begin_call(std::string doing) {
  const std::lock_guard lock(mutex_);
  if (!doing_.empty()) return Call(nullptr);
  doing_ = std::move(doing);
  ++number_;
  return Call(this);
}

void CallWatch::end() {
  const std::lock_guard lock(mutex_);
  doing_.clear();
}

void CallWatch::watch() {
  ProcessClock clock;
  unsigned long long seen = 0;
  bool told = false;
  auto since = clock.now();
  std::unique_lock lock(mutex_);
  // The calls, sixty frames a second, wake nobody.
  while (!changed_.wait_for(lock, std::chrono::microseconds(limit_) / 8, [this] { return ends_; })) {
    const auto now = clock.now();
    if (doing_.empty() || number_ != seen) {
      seen = number_;
      told = false;
      since = now;
    } else if (!told && now - since >= limit_) {
      told = true;
      const std::string doing = doing_;
      lock.unlock();
      late_(doing);
      lock.lock();
    }
  }
}

}  // namespace lanescope
