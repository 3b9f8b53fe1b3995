#include "worker/pipelines/profile.h"

#include "worker/pipelines/steps.h"

namespace warpscope::worker {
namespace {

Status launch_once(Steps& steps) {
  TRY_STATUS(steps.resolve());
  TRY_STATUS(steps.compile());
  TRY_STATUS(steps.open());
  TRY_STATUS(steps.prepare());
  TRY_STATUS(steps.execution().profile());
  for (const std::string& buffer : steps.experiment().dump) {
    TRY(steps.result().dumps[buffer], steps.execution().read(buffer));
  }
  steps.result().stage = lab::Stage::compiled;
  return {};
}

}  // namespace

lab::Result profile(const lab::Experiment& experiment) {
  WorkerContext context(usual_options());
  const Listener nobody;
  Steps steps(experiment, lab::Backend::gpu, 0, context, nobody);
  if (const Status done = launch_once(steps); !done) steps.fail(done.error());
  return steps.result();
}

}  // namespace warpscope::worker
