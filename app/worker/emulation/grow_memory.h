// Buffers and dynamic shared memory whose size is a guess become as large as the kernel reaches.
#pragma once

#include "catalogue/launch_plan.h"
#include "emulator/emulator.h"
#include "ptx/module.h"
#include "simulator/plan/emulate.h"

namespace lanescope::worker {

/// Runs chosen blocks in the emulator, and enlarges what Buffer::grows and Launch::shared_grows name where they reach
/// further; LaunchPlan::notes says what. Buffers that `options` gives an input stay as they are, and so does everything
/// where a kernel cannot be emulated.
void grow_memory(const ptx::Module& module, catalogue::LaunchPlan& plan, emulator::Options options,
                 const simulator::Deadline& deadline);

}  // namespace lanescope::worker
