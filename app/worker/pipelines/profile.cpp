#include "worker/pipelines/profile.h"

#include "worker/pipelines/steps.h"

namespace warpscope::worker {
namespace {

Step<void> launch_once(Steps& steps, const lab::Experiment& experiment) {
  TRY_STATUS(steps.resolve());
  TRY_STATUS(steps.compile());
  TRY_STATUS(steps.open());
  TRY_STATUS(steps.prepare());
  if (auto ran = steps.execution().profile(); !ran) return tl::unexpected(steps.stop_for(ran.error()));
  for (const std::string& buffer : experiment.dump) {
    auto bytes = steps.execution().read(buffer);
    if (!bytes) return tl::unexpected(steps.stop_for(bytes.error()));
    steps.result().dumps[buffer] = std::move(*bytes);
  }
  return {};
}

}  // namespace

lab::Result profile(const lab::Experiment& experiment) {
  WorkerContext context(usual_options());
  const Listener nobody;
  Steps steps(experiment, lab::Backend::gpu, 0, context, nobody);
  const Step<void> done = launch_once(steps, experiment);
  steps.result().stage = done ? lab::Stage::compiled : lab::Stage::failed;
  if (!done) steps.result().faults = done.error().faults;
  return steps.result();
}

}  // namespace warpscope::worker
