// Starts CUDA in the window's process beside the first frames. On an H200 the first call takes 1.7 s, and no frame may
// wait for it.
#pragma once

#include <atomic>
#include <memory>
#include <thread>

namespace lanescope::render {

/// Initialises the driver and, on a machine with one GPU, its primary context on a thread of its own, and keeps them
/// while it lives. Without a driver nothing happens; later users of CUDA learn the reason.
class CudaWarmUp {
 public:
  CudaWarmUp();
  ~CudaWarmUp();
  CudaWarmUp(const CudaWarmUp&) = delete;
  CudaWarmUp& operator=(const CudaWarmUp&) = delete;

  /// Tells that no later call waits for the start any more (also when there is nothing to start).
  [[nodiscard]] bool ready() const { return ready_; }

 private:
  struct Held;
  std::unique_ptr<Held> held_;
  std::atomic<bool> ready_ = false;
  std::thread thread_;
};

}  // namespace lanescope::render
