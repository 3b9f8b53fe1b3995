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

  /// Returns whether CUDA has started, so that no call waits for it any more. It is true also where there is no CUDA.
  [[nodiscard]] bool ready() const { return ready_; }

 private:
  struct Contexts;
  std::unique_ptr<Contexts> contexts_;
  std::atomic<bool> ready_ = false;
  std::thread thread_;
};

}  // namespace lanescope::render
