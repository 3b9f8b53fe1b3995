// The look that the emulator takes before a launch on a GPU.
#pragma once

#include <optional>
#include <vector>

#include "worker/steps.h"

namespace warpscope::worker {

/// What keeps the compiled kernel of `steps` from being launched: its faults, none of them where it `promised` one that
/// was not found in time. Empty: nothing does. A program that was looked at, and one that is installed, is not looked
/// at again; what the emulator cannot execute, the GPU may. Stop: abandoned.
[[nodiscard]] Step<std::optional<std::vector<lab::Fault>>> look_before_launch(Steps& steps, WorkerContext& context,
                                                                              const lab::Experiment& experiment,
                                                                              bool promised);

}  // namespace warpscope::worker
