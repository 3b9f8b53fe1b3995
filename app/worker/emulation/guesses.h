// Memory of which nobody says how large it is or what is in it. The kernel itself shows what it needs.
#pragma once

#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "ptx/module.h"
#include "simulator/plan/emulate.h"

namespace lanescope::worker {

/// Runs chosen blocks in the emulator. What Buffer::grows and Launch::shared_grows name becomes as large as they reach.
/// Where accesses still leave their memory, and do not with zeros in the buffers that Buffer::guessed names, these have
/// zeros. LaunchPlan::notes says what was changed. Everything stays as it is where `options` has inputs, and where a
/// kernel cannot be emulated.
void settle_guesses(const ptx::Module& module, catalogue::LaunchPlan& plan, emulator::Options options,
                    const simulator::Deadline& deadline);

}  // namespace lanescope::worker
