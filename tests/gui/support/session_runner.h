// Runs a session as the window does, without one: it sleeps until the worker wakes it or something is due.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "gui/shell/session.h"
#include "sanitized.h"

namespace lanescope::gui::test {

class SessionRunner {
 public:
  /// With a worker of the program that was built with these tests, and ample time for each experiment.
  [[nodiscard]] SessionOptions options() {
    SessionOptions options;
    options.timeout = ample_time;
    options.worker.command = {LANESCOPE_PROGRAM, "worker"};
    options.worker.wake = [this] {
      const std::lock_guard lock(mutex_);
      woken_ = true;
      changed_.notify_one();
    };
    return options;
  }

  /// False when the condition did not come true in ample time.
  [[nodiscard]] bool run_until(Session& session, const std::function<bool(const State&)>& condition) {
    const auto end = Session::Clock::now() + ample_time;
    while (Session::Clock::now() < end) {
      session.update();
      if (condition(session.state())) return true;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, session.idle_time(), [this] { return woken_; });
      woken_ = false;
    }
    return false;
  }

  /// Lets nothing of the session happen until the worker has news. False when there were none in ample time.
  [[nodiscard]] bool wait_for_worker() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, ample_time, [this] { return woken_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool woken_ = false;
};

/// The newest setting was answered to the end.
inline bool ended(const State& state) {
  const experiments::Result* result = state.current();
  return result != nullptr && result->is_complete();
}

}  // namespace lanescope::gui::test
