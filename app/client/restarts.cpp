#include "client/restarts.h"

namespace warpscope::client {

std::optional<std::chrono::milliseconds> Restarts::died(Clock::time_point now) {
  while (!deaths_.empty() && now - deaths_.front() > window) deaths_.pop_front();
  deaths_.push_back(now);
  if (deaths_.size() >= max_deaths) return std::nullopt;
  // At once after the first death, then 50, 100, 200 ms.
  if (deaths_.size() == 1) return std::chrono::milliseconds(0);
  return std::chrono::milliseconds(25) * (1 << (deaths_.size() - 1));
}

}  // namespace warpscope::client
