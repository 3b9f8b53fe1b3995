// Says so when a call that nothing can interrupt, as one into an OpenGL driver, does not come back.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace lanescope {

/// Watches the calls of one thread from another one.
class CallWatch {
 public:
  /// Called in the watching thread with what is being done, once for a call that takes longer than `limit`, up to an
  /// eighth later. That is this process's own time (base/time/process_clock.h).
  using Late = std::function<void(const std::string& doing)>;

  CallWatch(std::chrono::milliseconds limit, Late late);
  ~CallWatch();
  CallWatch(const CallWatch&) = delete;
  CallWatch& operator=(const CallWatch&) = delete;

  /// A call lasts while this lives. One within another belongs to that.
  class Call {
   public:
    explicit Call(CallWatch* watch) : watch_(watch) {}
    ~Call() {
      if (watch_ != nullptr) watch_->end();
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

   private:
    CallWatch* watch_;
  };
  /// `doing`: such as "drawing a frame".
  [[nodiscard]] Call begin_call(std::string doing);

 private:
  void end();
  void watch();

  const std::chrono::milliseconds limit_;
  const Late late_;
  std::mutex mutex_;
  std::condition_variable changed_;  ///< of ends_
  std::string doing_;                ///< empty between calls
  unsigned long long number_ = 0;    ///< of the call
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace lanescope
