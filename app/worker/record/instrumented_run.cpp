#include "worker/record/instrumented_run.h"

#include <string>
#include <utility>

#include "compiler/messages/source_lines.h"
#include "emulator/trace_tables.h"
#include "ptx/instrument/instrument.h"

namespace warpscope::worker {

Step<Expected<InstrumentedRun>> instrument(Steps& steps, WorkerContext& context, const lab::Experiment& experiment,
                                           const gpu::RecordingChoice& choice) {
  const auto program = steps.program();
  if (!program) return failure(program.error().faults.at(0).message);
  const catalogue::LaunchPlan& plan = steps.plan();
  TRY(auto tables, emulator::trace_tables((*program)->module, plan, std::string(compiler::source_root)));
  TRY(auto instrumented, ptx::instrument((*program)->module, {choice.values, tables.shared_variables}));
  TRY(auto recording, gpu::with_trace_buffer(plan, choice));

  TRY(const auto target, compiler::compute_capability(steps.result().target));
  TRY(const auto compiler, context.compiler_for(target));
  steps.tell(lab::Progress::Activity::compiling, "instrumenting " + experiment.kernel.id);
  InstrumentedRun run;
  run.code.ptx = ptx::print(instrumented.module);
  TRY(auto assembled, compiler->assemble(run.code.ptx, target));
  run.code.cubin = std::move(assembled.cubin);
  if (steps.abandoned()) return tl::unexpected(Stop{true, false, {}});
  run.recording = std::move(recording);
  run.request = gpu::decode_request(std::move(tables), std::move(instrumented.points), plan);
  return run;
}

}  // namespace warpscope::worker
