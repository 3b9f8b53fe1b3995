// Tracks what the worker does and since when, to decide which request is to blame when it hangs or dies. It is pure;
// times are given.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiments/wire/wire.h"

namespace lanescope::client {

using Clock = std::chrono::steady_clock;

/// Writes "1.5 s" or "80 ms".
[[nodiscard]] inline std::string duration_text(Clock::duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return seconds < 1 ? fmt::format("{:.0f} ms", seconds * 1000) : fmt::format("{:.1f} s", seconds);
}

/// The limits of a request's steps.
struct StepLimits {
  std::chrono::milliseconds step{10'000};
  /// For compiling and for opening the GPU, which do not depend on how long the kernel runs.
  std::chrono::milliseconds preparation{60'000};
};

/// The emulator itself ends a run at the limit of a step; it plans before and counts the accesses afterwards. Only a
/// worker that was stopped, is killed at the limit, and one that hangs at the end of this time.
inline constexpr std::chrono::milliseconds max_emulation_overrun{20'000};

/// Bytes of an answer, with all that follows it.
inline constexpr std::uint64_t max_answer_bytes = std::uint64_t{4} << 30;
/// The slowest line that an answer may come on, in bytes per second.
inline constexpr std::uint64_t min_answer_bytes_per_second = 10'000;

/// The times are those of the worker's clock (base/time/process_clock.h).
class Watchdog {
 public:
  /// Notes that a request was sent. Each of its steps has a limit; measuring may take `budget` beside it.
  void sent(std::uint64_t request, StepLimits limits, std::chrono::milliseconds budget, Clock::time_point now);
  /// Notes that the worker reported a step, or published a Result of a stage. Only a later step or stage, or the next
  /// request that was sent, gives it more time, so that no message keeps an endless kernel alive however often it
  /// comes. A request that only the worker knows of has the limits of the newest one.
  void progressed(std::uint64_t request, experiments::Progress::Activity step, Clock::time_point now);
  void published(std::uint64_t request, experiments::ResultStage stage, bool ended, Clock::time_point now);
  /// Notes that so many bytes of a long message, or of what follows a Result, have come. They give the time that a slow
  /// line takes for them, up to `max_answer_bytes` a request.
  void received(std::uint64_t bytes, Clock::time_point now);
  /// Notes that the worker was told to drop the request; it will not answer what it has not begun.
  void cancelled();
  /// Forgets everything, because a new worker does not know the requests of the old one.
  void forget();

  /// Returns the request whose step the worker is in; empty when it waits.
  [[nodiscard]] std::optional<std::uint64_t> busy_with() const;
  /// Returns the step it is in; empty when it waits.
  [[nodiscard]] std::optional<experiments::Progress::Activity> step() const;
  /// Returns the time at which the worker must have sent something; empty when it owes nothing.
  [[nodiscard]] std::optional<Clock::time_point> deadline() const;
  /// Returns the step limit behind deadline(), for the message.
  [[nodiscard]] std::chrono::milliseconds limit() const;
  /// Returns the limit of the step alone, and the time from which a worker that does not run at all is to blame for
  /// passing it; empty when it owes nothing.
  [[nodiscard]] std::chrono::milliseconds step_limit() const;
  [[nodiscard]] std::optional<Clock::time_point> deadline_when_stopped() const;

 private:
  struct PendingRequest {
    std::uint64_t request = 0;
    StepLimits limits;
    std::chrono::milliseconds budget{0};
    bool is_known = true;  ///< false: the worker spoke of it before any request was sent
  };

  /// Takes up a request that was sent, when the worker speaks of it for the first time.
  [[nodiscard]] bool begins(std::uint64_t request, Clock::time_point now);
  void ended(std::uint64_t request, Clock::time_point now);

  std::optional<PendingRequest> newest_;  ///< the last request that was sent and has not ended
  std::vector<PendingRequest> waiting_;   ///< what was sent and is not begun yet, with what is superseded meanwhile
  std::optional<PendingRequest> active_;  ///< the request that the worker has begun
  experiments::Progress::Activity step_ = experiments::Progress::Activity::started;
  std::optional<experiments::ResultStage> stage_;  ///< the last stage of the active request
  std::uint64_t last_sent_request_ = 0;            ///< the last request that this worker was sent
  std::uint64_t last_begun_request_ = 0;           ///< the last of them that it has begun
  std::uint64_t bytes_left_ = 0;                   ///< of its answer, that may still give time
  Clock::time_point since_;                        ///< the time of the last step forward
};

}  // namespace lanescope::client
