// Turns one Experiment into Results: resolve, compile, launch or emulate, verify, draw, measure.
#pragma once

#include <cstdint>
#include <functional>

#include "experiments/experiment.h"
#include "experiments/result.h"
#include "experiments/wire/wire.h"
#include "worker/pipelines/worker_context.h"

namespace lanescope::worker {

/// Receives the results. Calls come on the thread of execute(). `publish` must be set, the others may be empty.
struct Listener {
  std::function<void(const experiments::Result&)> publish;
  std::function<void(const experiments::Progress&)> progress;
  /// Asked between steps and between batches of a timing; true when the results are not wanted any more.
  std::function<bool()> abandoned;
};

enum class Completion {
  finished,     ///< the last Result published has stage refined or failed
  abandoned,    ///< the last progress says so
  context_lost  ///< as finished, but the GPU no longer works in this process, which must end
};

/// Publishes a Result after each step; each holds everything of the one before. The stages are compiled, sampled (first
/// numbers, not verified), verified (with the picture if wanted) and refined; or failed at any of them, with a fault. A
/// wrong output is not a failure: the Result ends refined, with its faults. Only the last Result has the buffers to be
/// dumped. Errors of the kernel that the output is compared with (Experiment::reference_kernel) are reported at the
/// comparison, after the first numbers, as a fault of kind "partner". `request` becomes Result::request. The emulator
/// gives no timing: its stages are compiled, verified and refined.
[[nodiscard]] Completion execute(const experiments::Experiment& experiment, std::uint64_t request,
                                 WorkerContext& context, const Listener& listener);

/// Launches each step once in this process, for ncu and compute-sanitizer, without worker, time limit, verification or
/// timing. The Result has stage compiled (with the dumps asked for), or failed with the faults that execute() gives.
[[nodiscard]] experiments::Result profile(const experiments::Experiment& experiment);

}  // namespace lanescope::worker
