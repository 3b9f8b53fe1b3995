// Times for people.
#pragma once

#include <fmt/format.h>

#include <string>

#include "client/watchdog.h"

namespace warpscope::client {

/// "1.5 s" or "80 ms".
[[nodiscard]] inline std::string duration_text(Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return seconds < 1 ? fmt::format("{:.0f} ms", seconds * 1000) : fmt::format("{:.1f} s", seconds);
}

}  // namespace warpscope::client
