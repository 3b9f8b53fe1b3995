// How soon a worker that died is started again, and when to give up.
#pragma once

#include <chrono>
#include <deque>
#include <optional>

#include "client/watchdog.h"

namespace warpscope::client {

/// Pure: times are given.
class Restarts {
 public:
  static constexpr std::size_t max_deaths = 5;                ///< within ...
  static constexpr std::chrono::milliseconds window{10'000};  ///< ... this time: give up

  /// The worker died unexpectedly. How long to wait before the next start; empty: it dies again and again.
  [[nodiscard]] std::optional<std::chrono::milliseconds> died(Clock::time_point now);
  /// A new attempt was asked for.
  void forget() { deaths_.clear(); }

 private:
  std::deque<Clock::time_point> deaths_;
};

}  // namespace warpscope::client
