#include "worker/look.h"

#include "worker/preflight.h"

namespace warpscope::worker {

Step<std::optional<std::vector<lab::Fault>>> look_before_launch(Steps& steps, WorkerContext& context,
                                                                const lab::Experiment& experiment, bool promised) {
  const std::string key = preflight_key(steps.compiled().ptx, steps.plan());
  if (!promised && (context.passed_preflight(key) || is_installed(experiment.kernel))) return std::nullopt;
  const auto program = steps.program();
  if (!program) return std::nullopt;
  steps.tell(lab::Progress::Step::emulating, "looking for faults in " + experiment.kernel.id);
  const Deadline deadline{TimePoint::max(), [&] { return steps.abandoned(); }};
  std::vector<lab::Fault> faults = preflight(**program, steps.kernel(), steps.plan(), experiment, deadline);
  if (steps.abandoned()) return tl::unexpected(Stop{true, false, {}});
  if (!faults.empty() || promised) return faults;
  context.remember_preflight(key);
  return std::nullopt;
}

}  // namespace warpscope::worker
