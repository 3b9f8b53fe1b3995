// What the client wants of a worker: only the newest request counts.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>

#include "base/error.h"
#include "lab/experiment.h"

namespace warpscope::worker {

/// One slot between the thread that reads the pipe and the one that owns the GPU. Safe to use from both.
class Inbox {
 public:
  struct Request {
    std::uint64_t number = 0;                ///< from 1
    Expected<lab::Experiment> experiment{};  ///< an error when the frame could not be read
  };

  /// Overtakes what is in the slot and what is being worked on.
  void put(Request request);
  /// Nothing is wanted any more.
  void cancel();
  /// No more requests will come; also cancels.
  void close();

  /// Waits for a request. Empty: closed.
  [[nodiscard]] std::optional<Request> take();
  /// Whether something newer is wanted than this request. Cheap: asked between batches of a timing.
  [[nodiscard]] bool overtaken(std::uint64_t number) const noexcept { return newest_.load() != number; }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<Request> slot_;
  bool closed_ = false;
  std::atomic<std::uint64_t> newest_{0};  ///< 0: nothing is wanted
};

}  // namespace warpscope::worker
