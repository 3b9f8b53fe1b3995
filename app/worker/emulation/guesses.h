// Sizes and memory of which nobody says how large they are or what is in them. The kernel itself shows what it needs.
#pragma once

#include "catalogue/launch_plan.h"
#include "simulator/plan/emulate.h"
#include "worker/emulation/emulation.h"

namespace lanescope::worker {

/// Runs chosen blocks of a plan of that kernel in the emulator. What Buffer::grows and Launch::shared_grows name
/// becomes as large as they reach. Where accesses still leave their memory, or read shared memory that nothing wrote,
/// and do not with zeros in the buffers that Buffer::guessed names, these have zeros; else, where they do not with
/// smaller sizes and all of them are still made, those that Size::guessed names and the user did not type are halved.
/// LaunchPlan::notes says what was changed. Everything stays as it is where the experiment has inputs, and where a
/// kernel cannot be emulated.
void settle_guesses(const Emulation& what, catalogue::LaunchPlan& plan, const simulator::Deadline& deadline);

}  // namespace lanescope::worker
