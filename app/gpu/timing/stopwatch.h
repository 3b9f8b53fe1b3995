// Measures queued work by the device's own clock, without the time for queuing it.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cuda/context.h"
#include "cuda/device.h"
#include "cuda/memory.h"
#include "gpu/failure.h"
#include "gpu/tools/tools.h"

namespace lanescope::gpu {

/// The state of the L2 cache when the measured work begins.
enum class Caches {
  cold,  ///< It has no data of the work, and no line that must be written back first.
  hot    ///< It has what the previous run left.
};

/// One measurement.
struct Reading {
  double milliseconds = 0;          ///< The empty interval is subtracted.
  std::optional<double> clock_mhz;  ///< The clock of the SMs while it ran.
  bool queue_blocked = false;       ///< The queue was blocked until all work was in it.
};

/// A kernel that spins on a word of mapped memory blocks the queue while everything is enqueued: flush, clocks, events
/// and the measured launches. Then the word changes, and all runs without gaps made by the host. Meanwhile nothing may
/// allocate, free or wait (it would wait for the spinning kernel), and at most `max_blocked_launches` launches fit (the
/// queue has about 1,000 places; when it is full, a launch waits). If a driver waits nevertheless, the kernel ends by
/// itself, and the reading tells that it was not blocked. (The method is that of NVIDIA's nvbench.)
class Stopwatch {
 public:
  static constexpr std::uint64_t max_blocked_launches = 500;

  /// Driver, stream and tools must outlive it, at the same addresses. Without memory for the flush there are no cold
  /// readings.
  [[nodiscard]] static Expected<Stopwatch> create(const cuda::Functions& functions, const cuda::DeviceInfo& device,
                                                  const cuda::Stream& stream, const Tools& tools);

  /// Tells why cold readings cannot be made; empty when they can.
  [[nodiscard]] const Message& why_no_cold() const noexcept { return why_no_cold_; }

  /// Time counts between start() and stop(); laps add up.
  class Laps {
   public:
    [[nodiscard]] Status start();
    [[nodiscard]] Status stop();

   private:
    friend class Stopwatch;
    Laps(const Stopwatch& watch, std::size_t limit) : watch_(watch), limit_(limit) {}
    [[nodiscard]] Status record();
    const Stopwatch& watch_;
    std::size_t limit_;
    std::size_t events_ = 0;
  };
  struct Work {
    Caches caches = Caches::hot;
    std::uint64_t launches = 0;  ///< The launches of `queue`; more than max_blocked_launches are not blocked.
    std::size_t laps = 1;        ///< The most laps that `queue` takes.
    std::function<Status(Laps&)> queue;
  };
  /// Waits for the end. `doing` describes the work in errors.
  [[nodiscard]] Expected<Reading> measure(const Work& work, const Message& doing);

  /// Queues work that replaces all lines of the L2 cache by clean ones; why_no_cold() must be empty.
  [[nodiscard]] Status flush() const;

  /// Returns the milliseconds between two events with nothing between them while the queue is blocked: the median of
  /// several, measured on first use. It is part of every lap and is subtracted.
  [[nodiscard]] Expected<double> empty_interval();

 private:
  [[nodiscard]] Status make_events(std::size_t count);
  [[nodiscard]] Status block_queue();
  void unblock_queue() const;
  [[nodiscard]] bool block_expired() const;
  [[nodiscard]] Status enqueue(const Work& work, Laps& laps);
  /// Subtracts the empty interval once it is known.
  [[nodiscard]] Expected<Reading> read_once(const Work& work, const Message& doing);

  const cuda::Functions* functions_ = nullptr;
  const cuda::Stream* stream_ = nullptr;
  const Tools* tools_ = nullptr;
  std::uint64_t l2_bytes_ = 0;
  std::uint64_t sm_count_ = 0;
  cuda::DeviceMemory flushed_;  // 3 times the L2 cache: one part is written, two are read
  cuda::MappedMemory mapped_;   // the word that releases, the word that says "expired", clock records
  std::vector<cuda::Event> events_;
  std::uint32_t ticket_ = 0;
  Message why_no_cold_;
  std::optional<double> empty_ms_;
};

}  // namespace lanescope::gpu
