// Sends frames to the client on a thread of its own, so that neither the GPU nor the reader ever waits for a slow line.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "experiments/wire/wire.h"
#include "worker/serve/send_queue.h"

namespace lanescope::worker {

/// The sender of a worker, which is safe to use from every thread.
class Outbox {
 public:
  struct Handlers {
    std::function<void()> on_disconnect;                 ///< called on the writing thread when nobody reads any more
    std::function<void(std::uint64_t)> on_slot_dropped;  ///< as SendQueue
  };
  /// The descriptor must outlive this object. `greeting` is written unchanged before everything else.
  Outbox(int descriptor, std::vector<std::uint8_t> greeting, Handlers handlers);
  ~Outbox();  ///< ends the thread after the current frame; waiting frames are not written
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  void send(experiments::FrameType type, std::uint64_t request, std::vector<std::uint8_t> body = {});
  void send(experiments::Result result);
  void supersede(std::uint64_t number);  ///< as SendQueue
  void received(std::uint64_t bytes);    ///< as SendQueue

  /// Waits until everything is written. A worker that is about to end calls it.
  void flush();

 private:
  void write_frames(const std::vector<std::uint8_t>& greeting);
  template <class Change>
  void change(const Change& make);

  int descriptor_;
  std::function<void()> on_disconnect_;
  std::mutex mutex_;
  std::condition_variable changed_;
  SendQueue queue_;
  bool writing_ = true;  ///< the thread writes, or is about to look for a frame
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace lanescope::worker
