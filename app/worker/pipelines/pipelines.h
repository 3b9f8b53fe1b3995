// The pipelines that execute() chooses from, beside that on a GPU.
#pragma once

#include "worker/pipelines/steps.h"

namespace warpscope::worker {

/// An experiment without a GPU: compile, emulate the whole plan, verify, count. Publishes compiled, verified (or
/// sampled, where nothing is verified) and refined. Times stay absent: the emulator has none that would mean anything.
[[nodiscard]] Status run_in_emulator(Steps& steps);

/// The CPU reference of a kernel, timed: what the plain loop on this machine's processor takes for the same work.
/// Publishes one Result, refined. Times are measured; nothing of the kernel is compiled or runs. Error (resolve): the
/// kernel names no CPU reference.
[[nodiscard]] Status time_reference(Steps& steps);

}  // namespace warpscope::worker
