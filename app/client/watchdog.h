// Tracks what the worker does and since when, to decide which request is to blame when it hangs or dies. It is pure;
// times are given.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "lab/wire/wire.h"

namespace warpscope::client {

using Clock = std::chrono::steady_clock;

/// Writes "1.5 s" or "80 ms".
[[nodiscard]] inline std::string duration_text(Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return seconds < 1 ? fmt::format("{:.0f} ms", seconds * 1000) : fmt::format("{:.1f} s", seconds);
}

/// The longest time for steps that do not depend on the kernel's running time: a first compilation loads NVRTC, a first
/// launch makes the context.
inline constexpr std::chrono::milliseconds longest_preparation{60'000};

/// The emulator itself ends a run at the limit of a step; it plans before and counts the accesses afterwards. Only an
/// emulator that hangs is killed.
inline constexpr std::chrono::milliseconds longest_emulation_beyond_its_limit{20'000};

class Watchdog {
 public:
  /// Notes that a request was sent; `limit` is for each of its steps.
  void sent(std::uint64_t request, std::chrono::milliseconds limit, Clock::time_point now);
  /// Notes that the worker reported a step or published a result. Only a later step gives it more time, so that
  /// messages do not keep an endless kernel alive.
  void progressed(std::uint64_t request, lab::Progress::Activity step, Clock::time_point now);
  void published(std::uint64_t request, bool ended, Clock::time_point now);
  /// Notes that a long message of the worker is arriving.
  void receiving(Clock::time_point now);
  /// Notes that the worker was told to drop the request; it will not answer what it has not begun.
  void cancelled();
  /// Forgets everything, because a new worker does not know the requests of the old one.
  void forget();

  /// Returns the request whose step the worker is in; empty when it waits.
  [[nodiscard]] std::optional<std::uint64_t> busy_with() const;
  /// Returns the step it is in; empty when it waits.
  [[nodiscard]] std::optional<lab::Progress::Activity> step() const;
  /// Returns the time at which the worker must have sent something; empty when it owes nothing.
  [[nodiscard]] std::optional<Clock::time_point> deadline() const;
  /// Returns the step limit behind deadline(), for the message.
  [[nodiscard]] std::chrono::milliseconds limit() const;

 private:
  struct Owed {
    std::uint64_t request = 0;
    std::chrono::milliseconds limit{0};
  };
  [[nodiscard]] bool preparing() const;

  std::optional<Owed> newest_;  ///< the last request that was sent and has not ended
  std::optional<Owed> active_;  ///< the request that the worker has begun
  lab::Progress::Activity step_ = lab::Progress::Activity::started;
  Clock::time_point since_;  ///< the time of the last sign of life
};

}  // namespace warpscope::client
