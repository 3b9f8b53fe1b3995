// The CPU reference of a kernel, timed: what the plain loop on this machine's processor takes for the same work.
#pragma once

#include "worker/pipelines/steps.h"

namespace warpscope::worker {

/// Publishes one Result, refined. Times are measured; nothing of the kernel is compiled or runs. Error (resolve): the
/// kernel names no CPU reference.
[[nodiscard]] Status time_reference(Steps& steps);

}  // namespace warpscope::worker
