// How long the emulator will take, and problem sizes for which it answers in time.
#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "catalogue/kernel.h"
#include "lab/experiment.h"
#include "worker/emulation/emulate.h"

namespace warpscope::worker {

/// What estimates go by, of one common processor core: lane instructions that are emulated a second, and elements of
/// buffers that are filled, computed by the reference and compared.
inline constexpr double lane_instructions_per_second = 300e6;
inline constexpr double elements_per_second = 40e6;
/// Within this, an answer to a default experiment is wanted.
inline constexpr double wanted_seconds = 1.0;

struct Estimate {
  double seconds = 0;
  bool at_least = false;  ///< not even a small part of it ended in the time that an estimate may take
};
/// "3.2 s", or "more than 3.2 s".
[[nodiscard]] std::string text_of(const Estimate& estimate);

/// Executes one block inside the grid, and takes the others for equal to it; of a plan whose blocks depend on each
/// other the whole plan at a size with few threads, and takes its threads for typical. Error: as emulator::run().
[[nodiscard]] Expected<Estimate> estimate(const Emulation& what, const Deadline& deadline);

/// The plan with half of every size that is not in `kept` (no less than its minimum). Empty: nothing changes any more,
/// or the kernel's requirements do not allow it.
[[nodiscard]] std::optional<catalogue::LaunchPlan> halved(const catalogue::Kernel& kernel,
                                                          const catalogue::LaunchPlan& plan,
                                                          const catalogue::Values& kept = {});
/// The same again and again until the plan has at most so many threads, or nothing changes any more: one that stands
/// for a larger plan.
[[nodiscard]] catalogue::LaunchPlan with_few_threads(const catalogue::Kernel& kernel, catalogue::LaunchPlan plan,
                                                     std::uint64_t max_threads);

struct Fitted {
  catalogue::LaunchPlan plan;
  Estimate estimate;
  std::string note;  ///< "sizes reduced from ... so that ..."; empty: the plan is as it was
};
/// Halves the sizes that are not in `kept` until the estimate is within `seconds`, or nothing is left to halve.
[[nodiscard]] Expected<Fitted> fit_sizes(const Emulation& what, const catalogue::Values& kept, double seconds,
                                         const Deadline& deadline);

/// What of a plan can be emulated before the deadline: chosen blocks of it; or all of them, at smaller sizes, where
/// blocks depend on each other.
struct Runnable {
  catalogue::LaunchPlan plan;
  bool whole = false;         ///< all blocks must run
  emulator::Options options;  ///< options_for() the experiment, without its inputs where sizes are smaller
  std::string reduced;        ///< "nx = 64: the blocks depend on each other and run whole"; empty: sizes are as asked
};
/// All sizes may be halved. Error: as emulator::run().
[[nodiscard]] Expected<Runnable> runnable(const Emulation& what, const Deadline& deadline);

/// "nx x ny = 4096 x 4096", in the order of the kernel file.
[[nodiscard]] std::string sizes_text(const catalogue::Kernel& kernel, const catalogue::LaunchPlan& plan);

}  // namespace warpscope::worker
