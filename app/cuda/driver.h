// The CUDA driver API, opened at run time. Nothing here links to NVIDIA; without a driver, open() says so.
#pragma once

#include <cuda.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "cuda/call.h"
#include "cuda/device.h"

namespace lanescope::cuda {

/// The functions that are used, resolved by their versioned names (cuda/functions.h).
struct Functions;

/// The opened driver. It must outlive everything made from its functions.
class Driver {
 public:
  /// Opens libcuda.so.1 (or the library named, for tests) and initialises it. An error says why it failed and what
  /// would help (no driver; a driver without a device; driver and kernel module of different versions ...).
  [[nodiscard]] static Expected<Driver> open(const std::string& library = "libcuda.so.1");
  ~Driver();
  Driver(Driver&&) noexcept;
  Driver& operator=(Driver&&) noexcept;

  [[nodiscard]] int version() const;  ///< The number of cuDriverGetVersion: 13000.
  [[nodiscard]] Expected<std::vector<DeviceInfo>> devices() const;
  [[nodiscard]] const Functions& functions() const;

 private:
  struct State;
  explicit Driver(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Returns why an installed driver cannot be used, from the code of cuInit. `words` is the driver's own text.
[[nodiscard]] Error initialisation_error(CUresult code, const std::string& words);

}  // namespace lanescope::cuda
