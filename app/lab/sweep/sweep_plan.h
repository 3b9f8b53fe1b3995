// SweepPlan: which experiments a sweep makes, in which order, and which combinations it leaves out and why. A value:
// the command line and the window run the same plan, each in its own way.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "catalogue/catalogue.h"
#include "catalogue/kernel.h"
#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/sweep/sweep_axis.h"

namespace warpscope::lab {

inline constexpr std::size_t max_sweep_points = 200'000;

/// One setting of one kernel.
struct SweepPoint {
  std::size_t kernel = 0;    ///< into SweepPlan::kernels
  catalogue::Values values;  ///< of the axes that the kernel has; everything else at its default
  friend bool operator==(const SweepPoint&, const SweepPoint&) = default;
};

/// A combination that cannot be run.
struct SweepOmission {
  SweepPoint point;
  std::string reason;  ///< the sentence of the [[require]] that fails, or why a value cannot be taken
};

struct SweepPlan {
  std::vector<std::shared_ptr<const catalogue::Kernel>> kernels;
  std::vector<std::shared_ptr<const catalogue::Kernel>> partners;  ///< of [check] same_as, one a kernel; null: none
  std::vector<SweepPoint> points;        ///< kernel by kernel; of the axes the last one changes fastest
  std::vector<SweepOmission> omissions;  ///< in the same order; not failures
};

/// Crosses the axes for each kernel. A kernel that lacks an axis goes without it; a value that only other kernels take
/// is an omission. Errors: a name that no kernel has (with the nearest), a value that none can take, an axis given
/// twice, more than max_sweep_points combinations, not one legal point. `catalogue`: where the kernels' partners are.
[[nodiscard]] Expected<SweepPlan> plan_sweep(std::vector<std::shared_ptr<const catalogue::Kernel>> kernels,
                                             const std::vector<SweepAxis>& axes,
                                             const catalogue::Snapshot& catalogue = {});

/// How many combinations were left out for each reason, most first.
[[nodiscard]] std::vector<std::pair<std::string, std::size_t>> omission_counts(const SweepPlan& plan);

/// The experiment of one point; `base` says how (seed, backend, device, budget, ...).
[[nodiscard]] Experiment experiment_at(const SweepPlan& plan, const SweepPoint& point, const Experiment& base);

/// A failure whose worker died before it said what it was asked: with the kernel, the text and the setting of the
/// experiment, so that it can be kept beside the others. What is there stays.
[[nodiscard]] Result with_setting(Result result, const catalogue::Kernel& kernel, const Experiment& experiment,
                                  const Machine& machine);

}  // namespace warpscope::lab
