// Before something new is launched on a GPU, the emulator looks whether it does what it must not.
#pragma once

#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "lab/experiment.h"
#include "lab/result.h"
#include "worker/emulation/emulate.h"
#include "worker/pipelines/steps.h"

namespace warpscope::worker {

inline constexpr std::chrono::milliseconds preflight_limit{20};

/// What identifies a launch that was looked at: the program and everything that its addresses depend on.
[[nodiscard]] std::string preflight_key(const std::string& ptx, const catalogue::LaunchPlan& plan);

/// The file, and every header it may include, is the one that this program was installed with. Such kernels are tested
/// with all their settings.
[[nodiscard]] bool is_installed(const catalogue::KernelSource& source);

/// The faults of the corner blocks and one inside; of a plan whose blocks depend on each other of the whole plan, at a
/// size with few threads. Looks no longer than preflight_limit: what was not found by then is let pass. Outputs that
/// stay unwritten are no reason not to launch.
[[nodiscard]] std::vector<lab::Fault> preflight_faults(const Emulation& what, const Deadline& deadline);

/// Whether the compiled kernel of `steps` may be launched. Error: its faults keep it from that, and stand in the
/// Result; none of them where it `promised` one that was not found in time; or abandoned. A program that passed before,
/// and one that is installed, is not examined again; what the emulator cannot execute, the GPU may.
[[nodiscard]] Status preflight(Steps& steps, bool promised);

}  // namespace warpscope::worker
