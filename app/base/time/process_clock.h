// The time of a process on a machine that others use too.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>

namespace lanescope {

/// A steady clock that stops while the threads of a process are ready to run but other processes have the processors.
/// So a time limit means the same on a busy machine as on an idle one, and still ends what waits for a GPU or hangs.
/// Linux reports how long threads waited (schedstat); where it does not, this is the steady clock. All members may be
/// called from any thread.
class ProcessClock {
 public:
  using Steady = std::chrono::steady_clock;

  /// `process`: its id; 0 is this process.
  explicit ProcessClock(int process = 0);

  /// Returns the time. Waits of the last moments may be missing in it, as those of threads that began and ended in
  /// them.
  [[nodiscard]] Steady::time_point now();
  /// Returns how far the clock is behind the steady clock by now.
  [[nodiscard]] Steady::duration waited();

 private:
  struct Times {
    std::int64_t ran = 0, waited = 0;  ///< nanoseconds
  };
  void update(Steady::time_point now);

  const int process_;
  std::mutex mutex_;
  std::map<int, Times> threads_;  ///< at the last update
  Steady::time_point updated_at_;
  std::atomic<Steady::duration> waited_{};
};

}  // namespace lanescope
