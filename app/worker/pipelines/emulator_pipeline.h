// An experiment without a GPU: compile, emulate the whole plan, verify, count.
#pragma once

#include "worker/pipelines/steps.h"

namespace warpscope::worker {

/// Publishes compiled, verified (or sampled, where nothing is verified) and refined. Times stay absent: the emulator
/// has none that would mean anything.
[[nodiscard]] Status run_in_emulator(Steps& steps);

}  // namespace warpscope::worker
