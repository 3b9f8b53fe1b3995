// What the other rooms found, in the words of a Result.
#pragma once

#include <string>
#include <vector>

#include "catalogue/kernel.h"
#include "catalogue/launch_plan.h"
#include "compiler/compiler.h"
#include "emulator/emulator.h"
#include "gpu/session.h"
#include "lab/result.h"

namespace warpscope::worker {

/// With what to do about each kind.
[[nodiscard]] lab::Fault fault_of(const emulator::Fault& found, const catalogue::KernelSource& source);
/// One per step of the plan, with what the compiler says of its entry; occupancy is not known yet.
[[nodiscard]] std::vector<lab::LaunchInfo> launches_of(const catalogue::LaunchPlan& plan,
                                                       const compiler::Compiled& compiled);

/// At most this many of a timing's samples travel: the newest.
inline constexpr std::size_t max_recent = 512;
[[nodiscard]] catalogue::Samples samples_of(const gpu::Timing& timing);
[[nodiscard]] std::vector<float> recent_of(const gpu::Timing& timing);

/// Guard zones and inputs that changed, elements that are wrong, elements that were never written.
[[nodiscard]] std::vector<lab::Fault> faults_of(const catalogue::Verdict& verdict, const catalogue::LaunchPlan& plan,
                                                const catalogue::KernelSource& source);

}  // namespace warpscope::worker
