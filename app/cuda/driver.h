// The CUDA driver API, opened at run time. Nothing here links to NVIDIA; on a machine without a driver open() says so.
#pragma once

#include <cuda.h>

#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "cuda/call.h"
#include "cuda/device.h"

namespace warpscope::cuda {

/// The functions used, resolved by their versioned names (cuda/functions.h).
struct Functions;

/// The opened driver. Everything made from its functions must end before it does.
class Driver {
 public:
  /// Opens libcuda.so.1 (or the library named, for tests) and initialises it. Error: why not, and what would help (no
  /// driver; driver without a device; driver and kernel module of different versions ...).
  [[nodiscard]] static Expected<Driver> open(const std::string& library = "libcuda.so.1");
  ~Driver();
  Driver(Driver&&) noexcept;
  Driver& operator=(Driver&&) noexcept;

  [[nodiscard]] int version() const;  ///< as cuDriverGetVersion: 13000
  [[nodiscard]] Expected<std::vector<DeviceInfo>> devices() const;
  [[nodiscard]] const Functions& functions() const;

 private:
  struct State;
  explicit Driver(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// Why a driver that is installed cannot be used, from what cuInit answered. `words`: the driver's own.
[[nodiscard]] Error initialisation_error(CUresult code, const std::string& words);

}  // namespace warpscope::cuda
