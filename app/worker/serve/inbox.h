// The requests of the client. Only the newest one counts.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "experiments/experiment.h"

namespace lanescope::worker {

/// One slot between the thread that reads the pipe and the one that owns the GPU. It is safe to use from both.
class Inbox {
 public:
  struct Request {
    std::uint64_t number = 0;                        ///< from 1
    Expected<experiments::Experiment> experiment{};  ///< an error when the frame could not be read
  };

  /// Replaces the request in the slot and supersedes the one that is being worked on.
  void put(Request request);
  /// Says that nothing is wanted any more.
  void cancel();
  /// Says that no more requests will come, and cancels.
  void close();

  /// Waits for a request. Returns nothing when the inbox is closed.
  [[nodiscard]] std::optional<Request> take();
  /// Whether this request is no longer the newest. The call is cheap, because it is made between batches of a timing.
  [[nodiscard]] bool is_superseded(std::uint64_t number) const noexcept { return newest_.load() != number; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Request> slot_;
  bool closed_ = false;
  std::atomic<std::uint64_t> newest_{0};  ///< 0 when nothing is wanted
};

}  // namespace lanescope::worker
