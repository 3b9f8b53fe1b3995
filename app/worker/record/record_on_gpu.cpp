#include "worker/messages.h"
#include "worker/record/record.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "compiler/messages/messages.h"
#include "emulator/emulator.h"
#include "emulator/memory/texture.h"
#include "gpu/trace/record.h"
#include "ptx/instrument/instrument.h"
#include "simulator/plan/access_counter.h"
#include "simulator/plan/blocks.h"
#include "simulator/plan/program.h"

namespace lanescope::worker {
namespace {

using experiments::BlockChoice;

/// The most accesses that are counted in one run, 320 bytes each on the device. Further ones are dropped and reported.
constexpr std::uint64_t max_counted = 1u << 21;
/// One more than vectorization_of() examines, so that it sees whether the last block is whole. In a part of a block,
/// some accesses of a group have run once more than others.
constexpr std::size_t max_for_vectorization = (1u << 15) + 1;

gpu::RecordingChoice choice_of(const experiments::Experiment& experiment, const catalogue::LaunchPlan& plan) {
  const experiments::TraceChoice& wanted = *experiment.trace;
  gpu::RecordingChoice choice;
  choice.values = wanted.values;
  choice.max_records = wanted.max_records;
  if (!counts_on_gpu(experiment)) {
    choice.first_block = wanted.inside ? simulator::middle_block(plan.launches.front().grid) : wanted.first_block;
    choice.blocks = wanted.blocks;
    return choice;
  }
  const bool all = experiment.blocks.kind == BlockChoice::Kind::all;
  choice.first_block = all ? 0 : experiment.blocks.first;
  choice.blocks = all ? ~std::uint64_t{0} : experiment.blocks.count;
  choice.max_records = std::max(choice.max_records, max_counted);
  return choice;
}

/// Sorts by block: blocks run concurrently on the GPU, and the counters need one block after another.
std::vector<std::uint32_t> block_by_block(const trace::Trace& trace) {
  std::vector<std::uint32_t> order(trace.headers.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const trace::Header &left = trace.headers[a], &right = trace.headers[b];
    return std::pair(left.launch, left.block) < std::pair(right.launch, right.block);
  });
  return order;
}

/// Returns the trace with at most the first `limit` records of an order.
trace::Trace part_of(const trace::Trace& trace, const std::vector<std::uint32_t>& order, std::size_t limit) {
  trace::Trace part;
  part.source = trace.source;
  part.sites = trace.sites;
  part.buffers = trace.buffers;
  for (std::size_t at = 0; at < std::min(order.size(), limit); ++at) {
    part.headers.push_back(trace.headers[order[at]]);
    part.offsets.push_back(trace.offsets[order[at]]);
  }
  return part;
}

model::Metrics count(const trace::Trace& trace, const simulator::Program& program, const catalogue::LaunchPlan& plan,
                     const gpu::RecordingChoice& choice, bool scale) {
  const std::vector<std::uint32_t> order = block_by_block(trace);
  simulator::AccessCounter counter(trace,
                                   simulator::vectorization_of(part_of(trace, order, max_for_vectorization), program));
  for (const std::uint32_t record : order) counter.add(trace.headers[record], trace.offsets[record]);
  model::Metrics metrics = counter.finish(simulator::block_count(plan, choice.first_block, choice.blocks),
                                          simulator::block_count(plan), scale && trace.dropped == 0);
  metrics.dropped += trace.dropped;
  return metrics;
}

/// Keeps only what the TraceChoice asks for, of a trace that was made for counting.
void shorten(trace::Trace& trace, std::uint64_t limit) {
  if (trace.headers.size() > limit) {
    trace.dropped += trace.headers.size() - limit;
    trace.headers.resize(limit);
    trace.offsets.resize(limit);
    if (trace.has_values()) trace.values.resize(limit);
  }
  if (trace.barriers.size() > limit) {
    trace.dropped_barriers += trace.barriers.size() - limit;
    trace.barriers.resize(limit);
  }
}

RecordedOnGpu trace_without(const Message& why) {
  return {recorded_without(why), std::nullopt, {}};
}

}  // namespace

bool counts_on_gpu(const experiments::Experiment& experiment) {
  return experiment.analyse && experiment.trace && experiment.trace->source == trace::Trace::Source::instrumented &&
         experiment.blocks.kind != BlockChoice::Kind::sample;
}

Expected<RecordedOnGpu> record_on_gpu(ExperimentRun& run) {
  const experiments::Experiment& experiment = run.experiment();
  const auto program = run.program();
  if (!program) return trace_without(run.message_of(program.error()));
  const catalogue::LaunchPlan& plan = run.plan();
  const gpu::RecordingChoice choice = choice_of(experiment, plan);
  const std::uint64_t grid_blocks = plan.launches.front().grid.count();
  if (choice.first_block >= grid_blocks) {
    return trace_without(message<"blocks.unknown">(choice.first_block, grid_blocks));
  }
  auto instrumented = instrument(run, choice);
  if (!instrumented && is_final(instrumented.error())) return failure(instrumented.error());
  if (!instrumented) return RecordedOnGpu{{}, std::nullopt, instrumented.error().what};

  run.report_progress(experiments::Progress::Activity::launching, "recording " + experiment.kernel.id);
  const gpu::FindTexelOfTexture texel = [&plan](std::uint32_t launch, std::size_t texture, std::uint32_t x,
                                                std::uint32_t y) -> std::optional<gpu::BufferPlace> {
    const catalogue::Texture& bound = plan.launches.at(launch).textures.at(texture);
    const auto offset = emulator::first_texel(emulator::shape_of(bound, plan.buffers.at(bound.buffer)), x, y);
    if (!offset) return std::nullopt;
    return gpu::BufferPlace{static_cast<std::uint32_t>(bound.buffer), *offset};
  };
  auto trace = gpu::record_trace(*run.device().session, instrumented->recording, instrumented->code, experiment.inputs,
                                 std::move(instrumented->request), texel);
  if (!trace && trace.error().context_lost) return failure(trace.error());
  if (!trace) return trace_without(trace.error().what);
  RecordedOnGpu recorded;
  if (counts_on_gpu(experiment)) {
    recorded.metrics = count(*trace, **program, plan, choice, experiment.scale_to_grid);
    shorten(*trace, experiment.trace->max_records);
  }
  recorded.recorded.traced =
      std::make_shared<analysis::Traced>(described(std::move(*trace), **program, plan, run.result().launches));
  return recorded;
}

Expected<InstrumentedRun> instrument(ExperimentRun& run, const gpu::RecordingChoice& choice) {
  const auto program = run.program();
  if (!program) return failure(run.message_of(program.error()));
  const catalogue::LaunchPlan& plan = run.plan();
  TRY(auto tables, emulator::trace_tables((*program)->module, plan, std::string(compiler::source_root)));
  TRY(auto instrumented, ptx::instrument((*program)->module, {choice.values, tables.shared_variables}));
  TRY(auto recording, gpu::with_trace_buffer(plan, choice));

  TRY(const auto target, compiler::compute_capability(run.result().target));
  TRY(const auto compiler, run.context().compiler_for(target));
  run.report_progress(experiments::Progress::Activity::compiling, "instrumenting " + run.experiment().kernel.id);
  InstrumentedRun result;
  result.code.ptx = ptx::print(instrumented.module);
  TRY(auto assembled, compiler->assemble(result.code.ptx, target));
  result.code.cubin = std::move(assembled.cubin);
  TRY_STATUS(run.fail_if_abandoned());
  result.recording = std::move(recording);
  result.request = gpu::decode_request(std::move(tables), std::move(instrumented.points), plan);
  return result;
}

}  // namespace lanescope::worker
