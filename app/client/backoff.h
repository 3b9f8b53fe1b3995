// How long to wait before a lost connection is tried again.
#pragma once

#include <algorithm>
#include <chrono>

#include "client/watchdog.h"

namespace warpscope::client {

/// At once, then 1, 2, 4, 8, 16 and 30 s, again and again: a server that restarts is found soon, and one that stays
/// away is not knocked at all day. Pure: times are given.
class Backoff {
 public:
  static constexpr std::chrono::milliseconds longest{30'000};
  /// A connection that lasted this long was a good one: the next loss begins from the start.
  static constexpr std::chrono::milliseconds good{10'000};

  void connected(Clock::time_point now) { connected_ = now; }
  /// The pause after a loss, or after an attempt that failed.
  [[nodiscard]] std::chrono::milliseconds lost(Clock::time_point now) {
    if (connected_ != Clock::time_point::max() && now - connected_ >= good) attempts_ = 0;
    connected_ = Clock::time_point::max();
    const int attempt = attempts_++;
    if (attempt == 0) return std::chrono::milliseconds(0);
    return std::min(longest, std::chrono::milliseconds(1000) * (1 << std::min(attempt - 1, 5)));
  }
  /// A new attempt was asked for.
  void forget() { attempts_ = 0; }
  [[nodiscard]] int attempts() const noexcept { return attempts_; }

 private:
  int attempts_ = 0;
  Clock::time_point connected_ = Clock::time_point::max();  ///< since when; max: not
};

}  // namespace warpscope::client
