// What a worker is busy with, as far as its frames tell, and until when it must say more.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "lab/result.h"
#include "lab/wire.h"

namespace warpscope::client {

using Clock = std::chrono::steady_clock;

/// Compiling, opening a device for the first time and loading NVRTC from a cold disk take long without anything being
/// wrong; a kernel cannot hang them.
inline constexpr std::chrono::milliseconds patience{60'000};

/// Pure: times are given. A request is `sent`, `begun` by its first progress, and ends with its last Result or when it
/// is abandoned. Only a later step or stage gives a request more time, so that no chatter keeps an endless kernel alive.
class Watch {
 public:
  struct Busy {
    std::uint64_t request = 0;
    lab::Progress::Step step = lab::Progress::Step::started;
  };

  void sent(std::uint64_t request, std::chrono::milliseconds timeout, Clock::time_point now);
  void told(std::uint64_t request, const lab::Progress& progress, Clock::time_point now);
  void answered(const lab::Result& result, Clock::time_point now);
  /// The worker is gone.
  void clear();

  /// The request that the worker works on. It may be one that was overtaken since.
  [[nodiscard]] std::optional<Busy> busy() const;
  /// The newest request that was sent and that the worker has not begun.
  [[nodiscard]] std::optional<std::uint64_t> not_begun() const;
  [[nodiscard]] bool idle() const { return !running_ && !waiting_; }
  /// When the worker must have said something new; empty when it has nothing to do.
  [[nodiscard]] std::optional<Clock::time_point> deadline() const;
  /// The time that ends at deadline().
  [[nodiscard]] std::chrono::milliseconds limit() const;

 private:
  struct Waiting {
    std::uint64_t request;
    std::chrono::milliseconds timeout;
    Clock::time_point since;
  };
  struct Running {
    Busy busy;
    lab::Stage stage;
    std::chrono::milliseconds timeout;
    Clock::time_point since;
  };
  void ended(Clock::time_point now);

  std::optional<Waiting> waiting_;
  std::optional<Running> running_;
};

}  // namespace warpscope::client
