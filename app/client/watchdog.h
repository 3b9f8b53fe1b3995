// What the worker is doing now, and since when: decides who is to blame when it hangs or dies. Pure: time comes from
// outside.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>

#include "lab/wire/wire.h"

namespace warpscope::client {

using Clock = std::chrono::steady_clock;

/// Longest time for the steps that do not depend on the kernel's own running time: a first compilation loads NVRTC, a
/// first launch makes the context.
inline constexpr std::chrono::milliseconds longest_preparation{60'000};

/// The emulator ends a run itself when the limit of a step is over; before that it plans, and behind it the accesses
/// are counted. Only one that is stuck is killed.
inline constexpr std::chrono::milliseconds longest_emulation_beyond_its_limit{20'000};

class Watchdog {
 public:
  /// A request went out; `limit` is for each of its steps.
  void sent(std::uint64_t request, std::chrono::milliseconds limit, Clock::time_point now);
  /// The worker said what it does, or published a result of a request. Only a later step gives it more time: an
  /// endless kernel is not kept alive by chatter.
  void progressed(std::uint64_t request, lab::Progress::Activity step, Clock::time_point now);
  void published(std::uint64_t request, bool ended, Clock::time_point now);
  /// A long message of the worker is arriving.
  void receiving(Clock::time_point now);
  /// The worker was told that nothing is wanted any more: what it has not begun it will not answer.
  void cancelled();
  /// A new worker knows nothing of what the old one had.
  void forget();

  /// The request whose step the worker is in; empty when it waits.
  [[nodiscard]] std::optional<std::uint64_t> busy_with() const;
  /// The step it is in; empty when it waits.
  [[nodiscard]] std::optional<lab::Progress::Activity> step() const;
  /// When the worker must have said something; empty when it owes nothing.
  [[nodiscard]] std::optional<Clock::time_point> deadline() const;
  /// The step limit that deadline() came from, for the message.
  [[nodiscard]] std::chrono::milliseconds limit() const;

 private:
  struct Owed {
    std::uint64_t request = 0;
    std::chrono::milliseconds limit{0};
  };
  [[nodiscard]] bool preparing() const;

  std::optional<Owed> newest_;  ///< sent last and not ended
  std::optional<Owed> active_;  ///< the worker has begun it
  lab::Progress::Activity step_ = lab::Progress::Activity::started;
  Clock::time_point since_;  ///< of the last sign of life
};

}  // namespace warpscope::client
