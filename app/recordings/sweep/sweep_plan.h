// SweepPlan: the experiments of a sweep in their order, and the combinations that it leaves out, with reasons. It is a
// value: the command line and the window run the same plan, each in its own way.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "catalogue/catalogue.h"
#include "catalogue/kernel.h"
#include "experiments/experiment.h"
#include "experiments/result.h"
#include "recordings/sweep/sweep_axis.h"

namespace lanescope::recordings {

inline constexpr std::size_t max_sweep_points = 200'000;

/// One setting of one kernel.
struct SweepPoint {
  std::size_t kernel = 0;    ///< index into SweepPlan::kernels
  catalogue::Values values;  ///< of the axes that the kernel has; all other settings have their defaults
  friend bool operator==(const SweepPoint&, const SweepPoint&) = default;
};

/// A combination that cannot be run.
struct SweepOmission {
  SweepPoint point;
  Message reason;  ///< the sentence of the [[require]] that fails, or why a value cannot be taken
};

struct SweepPlan {
  std::vector<std::shared_ptr<const catalogue::Kernel>> kernels;
  std::vector<std::shared_ptr<const catalogue::Kernel>>
      reference_kernels;                 ///< named by [check] same_as; null without one
  std::vector<SweepPoint> points;        ///< kernel by kernel; the last axis changes fastest
  std::vector<SweepOmission> omissions;  ///< in the same order; they are not failures
};

/// Crosses the axes for each kernel. A kernel that lacks an axis ignores it; a value that only other kernels take is an
/// omission. It fails on a name that no kernel has (and gives the nearest), a value that none can take, an axis given
/// twice, more than max_sweep_points combinations, or no legal point. `catalogue` holds the kernels' reference kernels.
[[nodiscard]] Expected<SweepPlan> plan_sweep(std::vector<std::shared_ptr<const catalogue::Kernel>> kernels,
                                             const std::vector<SweepAxis>& axes,
                                             const catalogue::Snapshot& catalogue = {});

/// Returns how many combinations were left out for each reason, in falling order.
[[nodiscard]] std::vector<std::pair<std::string, std::size_t>> omission_counts(const SweepPlan& plan);

/// Returns the experiment of one point; `base` gives the rest (seed, backend, device, budget, ...).
[[nodiscard]] experiments::Experiment experiment_at(const SweepPlan& plan, const SweepPoint& point,
                                                    const experiments::Experiment& base);

/// Completes a failed Result whose worker ended before it reported the kernel. It adds the kernel, the text and the
/// setting of the experiment, so that the Result can be kept beside the others. Fields that are set stay.
[[nodiscard]] experiments::Result with_setting(experiments::Result result, const catalogue::Kernel& kernel,
                                               const experiments::Experiment& experiment,
                                               const experiments::Machine& machine);

}  // namespace lanescope::recordings
