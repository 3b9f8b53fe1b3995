#include "gpu/counters/profiled_plan.h"

#include "gpu/session.h"

namespace lanescope::gpu {

Caches caches_for_counting(const Execution& execution) {
  return execution.why_no_cold().empty() ? Caches::cold : Caches::hot;
}

ProfiledPlan profiled(const std::function<Execution&()>& execution) {
  ProfiledPlan plan;
  plan.reset = [execution] { return execution().reset(caches_for_counting(execution())); };
  plan.run = [execution] { return execution().launch_all(); };
  plan.launch = [execution](std::size_t index) { return execution().launch_one(index); };
  plan.launches = execution().launches();
  plan.one_kernel = execution().is_one_kernel();
  return plan;
}

}  // namespace lanescope::gpu
