#include "compiler/compiler.h"
#include "gpu/trace/block_clocks.h"
#include "ptx/instrument/block_clocks.h"
#include "worker/messages.h"
#include "worker/record/record.h"

#include <memory>
#include <utility>

namespace lanescope::worker {
namespace {

RecordedBlocks blocks_without(const Message& why) {
  return {nullptr, message<"note.no_block_times">(why)};
}

/// The program with clocks in its kernels, for the open device.
Expected<gpu::InstrumentedProgram> timed_program(ExperimentRun& run) {
  const auto program = run.program();
  if (!program) return failure(run.message_of(program.error()));
  TRY(const auto module, ptx::with_block_clocks((*program)->module));
  TRY(const auto target, compiler::compute_capability(run.result().target));
  TRY(const auto compiler, run.context().compiler_for(target));
  run.report_progress(experiments::Progress::Activity::compiling, "timing the blocks of " + run.experiment().kernel.id);
  gpu::InstrumentedProgram code;
  code.ptx = ptx::print(module);
  TRY(auto assembled, compiler->assemble(code.ptx, target));
  code.cubin = std::move(assembled.cubin);
  TRY_STATUS(run.fail_if_abandoned());
  return code;
}

}  // namespace

Expected<RecordedBlocks> record_blocks(ExperimentRun& run) {
  const gpu::TimedPlan plan = gpu::with_block_clocks(run.plan());
  if (plan.launches.empty()) return blocks_without(message<"record.no_own_kernel">());
  const auto code = timed_program(run);
  if (!code && is_final(code.error())) return failure(code.error());
  if (!code) return blocks_without(code.error().message());
  run.report_progress(experiments::Progress::Activity::launching, "timing the blocks of " + run.experiment().kernel.id);
  auto times = gpu::record_block_times(*run.device().session, plan, *code, run.experiment().inputs);
  if (!times && times.error().context_lost) return failure(times.error());
  if (!times) return blocks_without(times.error().what);
  return RecordedBlocks{std::make_shared<const trace::BlockTimes>(std::move(*times)), {}};
}

}  // namespace lanescope::worker
