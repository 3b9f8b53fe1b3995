// The worker's side of what goes to the client: a thread that writes, so that neither the GPU nor the reader ever waits
// for a slow line.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "lab/wire/wire.h"
#include "worker/serve/send_queue.h"

namespace warpscope::worker {

/// Safe to use from every thread.
class Outbox {
 public:
  struct Handlers {
    std::function<void()> gone;                 ///< called on the writing thread: nobody reads any more
    std::function<void(std::uint64_t)> unseen;  ///< as SendQueue
  };
  /// The descriptor must outlive this object. `greeting` is written before everything else, as it is.
  Outbox(int descriptor, std::vector<std::uint8_t> greeting, Handlers handlers);
  ~Outbox();  ///< ends the thread after the frame it is in; what waits is not written
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  void send(lab::FrameType type, std::uint64_t request, std::vector<std::uint8_t> body = {});
  void send(lab::Result result);
  void overtake(std::uint64_t number);  ///< as SendQueue
  void received(std::uint64_t bytes);   ///< as SendQueue

  /// Waits until everything is written. For a worker that is about to end.
  void flush();

 private:
  void write_frames(const std::vector<std::uint8_t>& greeting);
  template <class Change>
  void change(const Change& make);

  int descriptor_;
  std::function<void()> gone_;
  std::mutex mutex_;
  std::condition_variable changed_;
  SendQueue queue_;
  bool writing_ = true;  ///< the thread is in a write, or about to look for one
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace warpscope::worker
