// Reports a call that does not return and that nothing can interrupt, such as one into an OpenGL driver.
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

  /// A call lasts as long as this object. A call within another one counts as part of that.
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
  /// `doing` describes it: "drawing a frame".
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
