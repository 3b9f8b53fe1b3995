// How long the emulator will take, and problem sizes for which it answers in time.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "experiments/experiment.h"
#include "simulator/plan/emulate.h"
#include "worker/emulation/emulation.h"

namespace lanescope::worker {

/// Estimates assume these rates of a common processor core: warp instructions emulated per second, atomics of single
/// lanes, blocks that begin and end, and buffer elements that are filled, computed by the reference and compared. So
/// many cores are counted on at most.
inline constexpr double warp_instructions_per_second = 30e6;
inline constexpr double atomics_per_second = 1.2e6;
inline constexpr double blocks_per_second = 300e3;
inline constexpr double elements_per_second = 60e6;
inline constexpr unsigned max_counted_cores = 4;
/// Default sizes and samples are those that so many cores run in time, on machines of more cores, too.
inline constexpr double cores_of_defaults = 2;
/// The time within which the user wants an answer to a default experiment.
inline constexpr double target_seconds = 1.0;

struct Estimate {
  double seconds = 0;
  double processor_seconds = 0;  ///< of all cores together
  bool at_least = false;         ///< not even a small part of it ended in the time limit of an estimate
};
/// "3.2 s", or "more than 3.2 s".
[[nodiscard]] Message text_of(const Estimate& estimate);

/// Executes one block inside the grid and assumes that the others are equal. If blocks depend on each other, it runs
/// the plan at a size with few threads and assumes that they are typical. It fails as emulator::run() does.
[[nodiscard]] Expected<Estimate> estimate(const Emulation& what, const simulator::Deadline& deadline);

/// Halves every size of the plan that is not in `kept`, down to its minimum. Returns nothing when no size changes, when
/// the kernel's requirements do not allow it, or when a kernel would be launched that is not at the whole sizes.
[[nodiscard]] std::optional<catalogue::LaunchPlan> with_halved_sizes(const catalogue::Kernel& kernel,
                                                                     const catalogue::LaunchPlan& plan,
                                                                     const catalogue::Values& kept = {});
/// Halves the sizes repeatedly until the plan has at most `max_threads` threads, or no size changes. The smaller plan
/// stands for the larger one.
[[nodiscard]] catalogue::LaunchPlan with_few_threads(const catalogue::Kernel& kernel, catalogue::LaunchPlan plan,
                                                     std::uint64_t max_threads);

struct FittedPlan {
  catalogue::LaunchPlan plan;
  Estimate estimate;
  Message note;  ///< "sizes reduced from ... so that ..."; empty when the plan is unchanged
};
/// Halves the sizes that are not in `kept` until the estimate is within `seconds`, on cores_of_defaults at most, or no
/// size can be halved. Where not even a part ends at any size, the plan stays as it is.
[[nodiscard]] Expected<FittedPlan> fit_sizes(const Emulation& what, const catalogue::Values& kept, double seconds,
                                             const simulator::Deadline& deadline);

/// The part of a plan that can be emulated before the deadline: chosen blocks; or all blocks at smaller sizes, when
/// they depend on each other.
struct EmulatablePlan {
  catalogue::LaunchPlan plan;
  bool whole = false;         ///< all blocks must run
  emulator::Options options;  ///< options_for() the experiment, without its inputs when sizes are smaller
  Message reduced;            ///< "nx = 64: the blocks depend on each other, so all of them run"; empty when unchanged
};
/// All sizes may be halved. It fails as emulator::run() does.
[[nodiscard]] Expected<EmulatablePlan> emulatable_plan(const Emulation& what, const simulator::Deadline& deadline);

/// Returns "nx x ny = 4096 x 4096", with the sizes in the order of the kernel file.
[[nodiscard]] std::string sizes_text(const catalogue::Kernel& kernel, const catalogue::LaunchPlan& plan);

}  // namespace lanescope::worker
