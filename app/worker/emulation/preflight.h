// Before something new is launched on a GPU, the emulator looks for faults in it.
#pragma once

#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "experiments/experiment.h"
#include "experiments/result.h"
#include "simulator/plan/emulate.h"
#include "worker/emulation/emulation.h"
#include "worker/pipelines/experiment_run.h"

namespace lanescope::worker {

inline constexpr std::chrono::milliseconds preflight_limit{20};

/// Returns a key of a launch that was examined: the program and everything that its addresses depend on.
[[nodiscard]] std::string preflight_key(const std::string& ptx, const catalogue::LaunchPlan& plan);

/// Whether the file, and every header that it may include, is the one that was installed with this program. Installed
/// kernels are tested with all their settings.
[[nodiscard]] bool is_installed(const catalogue::KernelSource& source);

/// Finds the faults of the corner blocks and one block inside; of the whole plan, at a size with few threads, when its
/// blocks depend on each other. It stops after preflight_limit and accepts what it did not find by then. Outputs that
/// stay unwritten do not prevent a launch.
[[nodiscard]] std::vector<experiments::Fault> preflight_faults(const Emulation& what,
                                                               const simulator::Deadline& deadline);

/// Whether the compiled kernel of `run` may be launched. It fails when the kernel has faults, which are then in the
/// Result; when a `promised` fault was not found in time; or when the experiment was abandoned. A program that passed
/// before, or is installed, is not examined again. The GPU may run what the emulator cannot execute.
[[nodiscard]] Status preflight(ExperimentRun& run, bool promised);

}  // namespace lanescope::worker
