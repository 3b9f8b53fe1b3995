// One Experiment to Results: resolve, compile, launch or emulate, verify, draw, measure.
#pragma once

#include <cstdint>
#include <functional>

#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/wire/wire.h"
#include "worker/pipelines/worker_context.h"

namespace warpscope::worker {

/// Who wants to know. Called on the thread of execute(); the first must be there, the others may be empty.
struct Listener {
  std::function<void(const lab::Result&)> publish;
  std::function<void(const lab::Progress&)> progress;
  /// Asked between steps and between batches of a timing: the results are not wanted any more.
  std::function<bool()> abandoned;
};

enum class Completion {
  finished,     ///< the last Result published has stage refined or failed
  abandoned,    ///< the last progress says so
  context_lost  ///< like finished, but nothing works on the GPU in this process any more: end it
};

/// Publishes a Result after each step, each with all that is in the one before: compiled, sampled (first numbers, not
/// verified), verified (with the picture if wanted), refined; or failed at any of them, with a fault. A result that is
/// wrong is no failure: it ends refined, with its faults. Buffers to be dumped come with the last Result only.
/// What is wrong with the kernel that another one is compared with (Experiment::same_as) is said where the comparison
/// would be: behind the first numbers, with a fault of kind "partner". `request` becomes Result::request. In the
/// emulator there is no timing: compiled, verified, refined.
[[nodiscard]] Completion execute(const lab::Experiment& experiment, std::uint64_t request, WorkerContext& context,
                                 const Listener& listener);

/// One launch of each step in this process: what ncu and compute-sanitizer look at. Without worker, time limit,
/// verification or timing. The Result has stage compiled (with the dumps asked for), or failed with faults as execute()
/// gives them.
[[nodiscard]] lab::Result profile(const lab::Experiment& experiment);

}  // namespace warpscope::worker
