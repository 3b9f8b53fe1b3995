// A plan as a profiler sees it: something that can be brought into its first state and run, again and again.
#pragma once

#include <cstddef>
#include <functional>

#include "base/error.h"
#include "gpu/messages.h"
#include "gpu/timing/stopwatch.h"

namespace lanescope::gpu {

class Execution;

/// All calls come on the thread that owns the context.
struct ProfiledPlan {
  /// Fills what each run finds filled, brings the caches into their state, and waits.
  std::function<Status()> reset;
  /// Queues all launches, and waits.
  std::function<Status()> run;
  /// Queues one launch, and waits.
  std::function<Status(std::size_t)> launch;
  /// Loads the plan's code again. Code that was loaded before CUPTI began to watch is unknown to it.
  std::function<Status()> reload;
  std::size_t launches = 0;
  /// The plan is one kernel: its counters have the kernel's own time, without the gaps around it.
  bool one_kernel = false;
  /// Asked between passes; true when the counts are not wanted any more.
  std::function<bool()> abandoned;

  /// Fails with kind abandoned when nobody waits for the counts.
  [[nodiscard]] Status fail_if_abandoned() const {
    if (abandoned && abandoned()) return failure(FaultKind::abandoned, message<"counters.abandoned">());
    return {};
  }
};

/// Returns the state in which counting finds the caches: cold where the device allows it, as the times that are shown.
[[nodiscard]] Caches caches_for_counting(const Execution& execution);

/// Makes a plan of an execution, which `execution` returns anew for each call, because loading the code again makes
/// another one. `reload` and `abandoned` stay empty.
[[nodiscard]] ProfiledPlan profiled(const std::function<Execution&()>& execution);

}  // namespace lanescope::gpu
