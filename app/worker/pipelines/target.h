// The GPU that an experiment names as its target.
#pragma once

#include <string>

#include "base/error.h"
#include "compiler/toolkit/toolkit.h"
#include "model/hardware/devices.h"

namespace lanescope::worker {

struct Target {
  compiler::ComputeCapability capability;
  const model::DeviceSheet* sheet = nullptr;  ///< of the GPU that is named; nothing for a compute capability
};

/// Reads a compute capability ("9.0") or the name of a known GPU ("rtx 4090"). It fails, with the names that there are,
/// for everything else.
[[nodiscard]] Expected<Target> target_named(const std::string& text);

}  // namespace lanescope::worker
