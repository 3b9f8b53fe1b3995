#include "worker/record/record.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "emulator/emulator.h"
#include "simulator/plan/blocks.h"
#include "simulator/plan/emulate.h"
#include "simulator/plan/program.h"
#include "worker/emulation/fit_sizes.h"
#include "worker/messages.h"

namespace lanescope::worker {
namespace {

/// Returns the static and dynamic shared memory of a block.
std::uint64_t shared_bytes_of(const catalogue::Launch& launch, const std::vector<experiments::LaunchInfo>& launches) {
  const auto known = std::find_if(launches.begin(), launches.end(), [&](const experiments::LaunchInfo& info) {
    return info.entry == launch.entry && info.shared_bytes.has_value();
  });
  return known == launches.end() ? launch.shared_bytes : static_cast<std::uint64_t>(*known->shared_bytes);
}

/// Returns the blocks of the choice that the grid has; blocks of later launches have the same numbers.
experiments::BlockChoice range_of(const experiments::TraceChoice& choice, const catalogue::Dim3& grid) {
  const std::uint64_t first = choice.inside ? simulator::middle_block(grid) : choice.first_block;
  return {experiments::BlockChoice::Kind::range, first, choice.blocks};
}

/// Adds to the note of a trace what else there is to say.
void add_note(analysis::Traced& traced, const Message& note) {
  traced.note = traced.note.empty() ? note : message<"note.both">(traced.note, note);
}

/// Returns a note on a trace in which few threads access memory, as where a size is 1 and a guard lets one thread
/// through; nothing for others.
Message small_problem(const trace::Trace& trace, const catalogue::LaunchPlan& plan) {
  if (trace.dropped != 0 || trace.headers.empty() || plan.launches.size() != 1) return {};
  const catalogue::Launch& launch = plan.launches.front();
  const std::uint64_t threads = trace.blocks * launch.block.count();
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> lanes;  // by block and warp
  for (const trace::Header& header : trace.headers) lanes[{header.block, header.warp}] |= header.active_mask;
  std::uint64_t active = 0;
  for (const auto& [warp, mask] : lanes) active += static_cast<std::uint64_t>(std::popcount(mask));
  const bool fills_no_warp = launch.grid.count() * launch.block.count() < trace::lanes_per_warp;
  const bool is_small = fills_no_warp || active * trace::lanes_per_warp <= threads;
  return is_small ? message<"note.small_problem">(active, threads) : Message();
}

}  // namespace

Recorded recorded_without(const Message& why) {
  return {nullptr, message<"note.no_accesses">(why), false};
}

analysis::TracedBuffer traced_buffer(const trace::Trace::Buffer& buffer, std::size_t number,
                                     const catalogue::LaunchPlan& plan) {
  if (number < plan.buffers.size()) {
    const catalogue::Buffer& own = plan.buffers[number];
    return {own.name, own.role, own.type, own.shape};
  }
  return {buffer.name, catalogue::Role::scratch, catalogue::ElementType::u8, {static_cast<std::int64_t>(buffer.bytes)}};
}

analysis::Traced described(trace::Trace trace, const simulator::Program& program, const catalogue::LaunchPlan& plan,
                           const std::vector<experiments::LaunchInfo>& launches) {
  analysis::Traced traced;
  traced.vectorization = simulator::vectorization_of(trace, program).sites;
  traced.registers = model::site_registers(trace.sites, program.module);
  for (std::size_t number = 0; number < trace.buffers.size(); ++number) {
    traced.buffers.push_back(traced_buffer(trace.buffers[number], number, plan));
  }
  for (const catalogue::Launch& launch : plan.launches) {
    traced.launches.push_back({launch.entry, launch.grid, launch.block, shared_bytes_of(launch, launches)});
  }
  for (const auto& [name, size] : plan.sizes) traced.sizes[name] = size;
  traced.note = small_problem(trace, plan);
  traced.trace = std::move(trace);
  return traced;
}

Recorded record_in_emulator(const Emulation& what, const std::vector<experiments::LaunchInfo>& launches,
                            const simulator::Deadline& deadline) {
  const experiments::TraceChoice& choice = what.experiment.trace.value();
  auto run = emulatable_plan(what, deadline);
  if (!run) return recorded_without(run.error().message());
  const catalogue::Dim3& grid = run->plan.launches.front().grid;
  const experiments::BlockChoice range = range_of(choice, grid);
  if (range.first >= grid.count()) {
    return recorded_without(message<"blocks.unknown">(range.first, grid.count()));
  }
  emulator::Options& options = run->options;
  if (!run->whole) options.blocks = blocks_in(range, grid.count());
  options.continue_after_fault = true;
  options.trace = emulator::TraceRequest{choice.values, choice.max_records, range.first, range.count};
  options.trace->exchanges = choice.values;
  auto outcome = simulator::emulate(what.program.module, run->plan, options, deadline);
  if (!outcome) return recorded_without(outcome.error().message());
  if (outcome->cancelled) {
    Recorded late = recorded_without(message<"emulator.blocks_take_too_long">());
    late.timed_out = true;
    return late;
  }
  auto traced =
      std::make_shared<analysis::Traced>(described(std::move(outcome->trace), what.program, run->plan, launches));
  if (!run->reduced.empty()) add_note(*traced, message<"note.trace_at_sizes">(run->reduced));
  for (const emulator::Fault& fault : outcome->faults) {
    if (fault.kind != FaultKind::emulator) continue;
    add_note(*traced, message<"note.trace_incomplete">(fault.line, fault.message));
  }
  return {std::move(traced), {}};
}

void store(Recorded recorded, experiments::Result& result) {
  result.traced = std::move(recorded.traced);
  if (result.traced && !result.traced->note.empty()) result.notes.push_back(result.traced->note);
  if (recorded.note.empty()) return;
  if (!result.traced) result.without_trace = recorded.note;
  result.notes.push_back(std::move(recorded.note));
}

Recorded EmulatorTrace::record(std::chrono::milliseconds limit) {
  const auto emulation = run_.emulation();
  if (!emulation) return recorded_without(run_.message_of(emulation.error()));
  Recorded recorded = record_in_emulator(*emulation, run_.result().launches, run_.deadline(limit));
  if (recorded.traced) recorded.traced->levels = run_.levels_of(recorded.traced->trace);
  return recorded;
}

void EmulatorTrace::record_soon() {
  if (!run_.experiment().trace) return;
  Recorded recorded = record(recording_limit);
  late_ = recorded.timed_out;
  if (!late_) store(std::move(recorded), run_.result());
}

void EmulatorTrace::record_late() {
  store(record(late_recording_limit), run_.result());
  late_ = false;
}

}  // namespace lanescope::worker
