// Decides how soon a dead worker is started again or a lost connection tried again, and when to give up. It is pure;
// times are given.
#pragma once

#include <algorithm>
#include <chrono>
#include <deque>
#include <optional>

#include "client/watchdog.h"

namespace lanescope::client {

class Restarts {
 public:
  static constexpr std::size_t max_deaths = 5;                ///< so many deaths within `window` end the attempts
  static constexpr std::chrono::milliseconds window{10'000};  ///< the time for max_deaths

  /// Notes that the worker died unexpectedly. It returns the pause before the next start (none after the first death,
  /// then 50, 100, 200 ms), or nothing when the worker dies again and again.
  [[nodiscard]] std::optional<std::chrono::milliseconds> record_death(Clock::time_point now) {
    while (!deaths_.empty() && now - deaths_.front() > window) deaths_.pop_front();
    deaths_.push_back(now);
    if (deaths_.size() >= max_deaths) return std::nullopt;
    return std::chrono::milliseconds(deaths_.size() == 1 ? 0 : 25 * (1 << (deaths_.size() - 1)));
  }
  /// Starts again because a new attempt was asked for.
  void reset() { deaths_.clear(); }

 private:
  std::deque<Clock::time_point> deaths_;
};

/// The pauses are 0, then 1, 2, 4, 8, 16 and 30 s, repeated at 30 s: a server that restarts is found soon, and one that
/// stays away is tried rarely.
class Backoff {
 public:
  static constexpr std::chrono::milliseconds max_pause{30'000};
  /// After a connection that lasted this long, the next loss begins with the first pause.
  static constexpr std::chrono::milliseconds min_good_connection{10'000};

  void record_connection(Clock::time_point now) { connected_ = now; }
  /// Returns the pause after a loss, or after an attempt that failed.
  [[nodiscard]] std::chrono::milliseconds record_loss(Clock::time_point now) {
    if (connected_ != Clock::time_point::max() && now - connected_ >= min_good_connection) attempts_ = 0;
    connected_ = Clock::time_point::max();
    const int attempt = attempts_++;
    if (attempt == 0) return std::chrono::milliseconds(0);
    return std::min(max_pause, std::chrono::milliseconds(1000) * (1 << std::min(attempt - 1, 5)));
  }
  /// Starts again because a new attempt was asked for.
  void reset() { attempts_ = 0; }
  [[nodiscard]] int attempts() const noexcept { return attempts_; }

 private:
  int attempts_ = 0;
  Clock::time_point connected_ = Clock::time_point::max();  ///< the time of connection; max means not connected
};

}  // namespace lanescope::client
