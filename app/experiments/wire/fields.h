// The fields of every value that travels, listed once: encoding, decoding and JSON all walk these lists of names and
// members. An archive has fields(name, value, ...), not_in_files(...) for what files leave out,
// optional_in_old_files(...) for what files written before it existed do not have, and omit_if_empty(...) for lists
// that files have only where they hold something.
#pragma once

#include <concepts>
#include <type_traits>

#include "experiments/experiment.h"
#include "experiments/result.h"
#include "experiments/wire/attachment.h"
#include "experiments/wire/wire.h"

namespace lanescope::experiments {

/// T is U or const U, so that reading and writing share one list.
template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

/// Calls visit(name, value) for each pair.
template <class Visit, class T, class... More>
void for_pairs(const Visit& visit, const char* name, T& value, More&... more) {
  visit(name, value);
  if constexpr (sizeof...(more) > 0) for_pairs(visit, more...);
}

void each_field(auto& archive, Is<catalogue::KernelSource> auto& source) {
  archive.fields("id", source.id, "path", source.path, "text", source.text, "headers", source.headers, "data",
                 source.data);
}

void each_field(auto& archive, Is<catalogue::Dim3> auto& size) {
  archive.fields("x", size.x, "y", size.y, "z", size.z);
}

void each_field(auto& archive, Is<BlockChoice> auto& blocks) {
  archive.fields("kind", blocks.kind, "first", blocks.first, "count", blocks.count);
}

void each_field(auto& archive, Is<TraceChoice> auto& choice) {
  archive.fields("source", choice.source, "inside", choice.inside, "first_block", choice.first_block, "blocks",
                 choice.blocks, "max_records", choice.max_records, "values", choice.values, "max_heat_records",
                 choice.max_heat_records, "block_times", choice.block_times);
}

void each_field(auto& archive, Is<ExpectedBuffer> auto& expected) {
  archive.fields("buffer", expected.buffer, "file", expected.file, "bytes", expected.bytes, "tolerance",
                 expected.tolerance);
}

void each_field(auto& archive, Is<CounterRequest> auto& request) {
  archive.fields("pages", request.pages, "instructions", request.instructions, "stalls", request.stalls);
}

void each_field(auto& archive, Is<Experiment> auto& experiment) {
  archive.fields("kernel", experiment.kernel, "same_as", experiment.reference_kernel, "values", experiment.values,
                 "seed", experiment.seed, "backend", experiment.backend, "device", experiment.device, "target",
                 experiment.target, "timeout_ms", experiment.timeout, "budget_ms", experiment.budget, "verify",
                 experiment.verify, "analyse", experiment.analyse, "blocks", experiment.blocks, "scale_to_grid",
                 experiment.scale_to_grid, "disassemble", experiment.disassemble, "trace", experiment.trace, "schedule",
                 experiment.schedule, "ptx_lines", experiment.ptx_lines, "proceed", experiment.proceed, "keep_going",
                 experiment.keep_going, "preview", experiment.preview, "interop", experiment.interop, "inputs",
                 experiment.inputs, "dump", experiment.dump, "expect", experiment.expect, "counters",
                 experiment.counters, "types_of", experiment.types_of);
}

void each_field(auto& archive, Is<trace::Site> auto& site) {
  archive.fields("entry", site.entry, "file", site.file, "line", site.line, "column", site.column, "ptx_line",
                 site.ptx_line, "space", site.space, "operation", site.operation, "bytes_per_lane",
                 site.bytes_per_lane);
}

void each_field(auto& archive, Is<trace::Trace::Buffer> auto& buffer) {
  archive.fields("name", buffer.name, "bytes", buffer.bytes, "granule", buffer.granule);
}

void each_field(auto& archive, Is<trace::Trace> auto& trace) {
  archive.fields("source", trace.source, "sites", trace.sites, "buffers", trace.buffers, "headers", trace.headers,
                 "offsets", trace.offsets, "values", trace.values, "float_operations", trace.float_operations,
                 "barriers", trace.barriers, "dropped", trace.dropped, "dropped_barriers", trace.dropped_barriers,
                 "first_block", trace.first_block, "blocks", trace.blocks, "grid_blocks", trace.grid_blocks);
}

void each_field(auto& archive, Is<model::SiteVectorization> auto& site) {
  archive.fields("merged", site.merged, "leader", site.leader, "proven", site.proven, "reason", site.reason);
  archive.optional_in_old_files("reduces", site.reduces);
}

void each_field(auto& archive, Is<model::SiteRegisters> auto& site) {
  archive.fields("filled", site.filled, "copies", site.copies, "live", site.live, "only_stored", site.only_stored,
                 "transposed", site.transposed);
}

void each_field(auto& archive, Is<analysis::TracedBuffer> auto& buffer) {
  archive.fields("name", buffer.name, "role", buffer.role, "type", buffer.type, "shape", buffer.shape);
}

void each_field(auto& archive, Is<analysis::TracedLaunch> auto& launch) {
  archive.fields("entry", launch.entry, "grid", launch.grid, "block", launch.block, "shared_bytes",
                 launch.shared_bytes);
}

void each_field(auto& archive, Is<analysis::Traced> auto& traced) {
  archive.fields("trace", traced.trace, "merges", traced.vectorization, "registers", traced.registers, "buffers",
                 traced.buffers, "launches", traced.launches, "levels", traced.levels, "sizes", traced.sizes);
  archive.message_field("note", "note_", traced.note);
}

void each_field(auto& archive, Is<Progress> auto& progress) {
  archive.fields("step", progress.step, "text", progress.text);
}

void each_field(auto& archive, Is<catalogue::Samples> auto& samples) {
  archive.fields("median", samples.median, "q1", samples.q1, "q3", samples.q3, "samples", samples.samples, "throttled",
                 samples.throttled);
  archive.optional_in_old_files("low_clock", samples.low_clock, "batch", samples.batch, "held", samples.queue_blocked,
                                "stop", samples.stop, "clock_mhz", samples.clock_mhz);
}

void each_field(auto& archive, Is<CopyRate> auto& copy) {
  archive.fields("gb_per_s", copy.gb_per_s, "of", copy.of);
}

void each_field(auto& archive, Is<Fault> auto& fault) {
  archive.fields("kind", fault.kind);
  archive.message_field("message", "", fault.message);
  archive.message_field("remedy", "remedy_", fault.remedy);
  archive.fields("file", fault.file, "line", fault.line, "block", fault.block, "thread", fault.thread, "address",
                 fault.address, "offset", fault.offset, "buffer", fault.memory);
  archive.optional_in_old_files("entry", fault.entry, "column", fault.column, "ptx_line", fault.ptx_line, "count",
                                fault.count);
}

void each_field(auto& archive, Is<Diagnostic> auto& diagnostic) {
  archive.fields("severity", diagnostic.severity, "file", diagnostic.file, "line", diagnostic.line, "column",
                 diagnostic.column, "message", diagnostic.message);
}

void each_field(auto& archive, Is<LineRange> auto& range) {
  archive.fields("first", range.first, "last", range.last);
}

void each_field(auto& archive, Is<model::Counts> auto& counts) {
  archive.fields("requests", counts.requests, "lanes", counts.lanes, "sectors", counts.sectors, "sectors_ideal",
                 counts.sectors_ideal, "wavefronts", counts.wavefronts, "wavefronts_ideal", counts.wavefronts_ideal,
                 "bank_conflicts", counts.bank_conflicts, "out_of_bounds_lanes", counts.out_of_bounds_lanes,
                 "uncounted_requests", counts.uncounted_requests);
}

void each_field(auto& archive, Is<model::SiteMetrics> auto& site) {
  archive.fields("entry", site.entry, "file", site.file, "line", site.line, "column", site.column, "ptx_line",
                 site.ptx_line, "space", site.space, "operation", site.operation, "bytes_per_lane", site.bytes_per_lane,
                 "merged", site.merged, "leader", site.leader, "proven", site.proven, "reason", site.reason, "counts",
                 site.counts);
  archive.optional_in_old_files("reduces", site.reduces);
}

void each_field(auto& archive, Is<model::LineMetrics> auto& line) {
  archive.fields("file", line.file, "line", line.line, "space", line.space, "operation", line.operation, "counts",
                 line.counts);
}

void each_field(auto& archive, Is<model::BufferMetrics> auto& buffer) {
  archive.fields("buffer", buffer.buffer, "operation", buffer.operation, "counts", buffer.counts);
}

void each_field(auto& archive, Is<model::TotalMetrics> auto& total) {
  archive.fields("space", total.space, "operation", total.operation, "counts", total.counts);
}

void each_field(auto& archive, Is<model::ViewMetrics> auto& view) {
  archive.fields("sites", view.sites, "lines", view.lines, "buffers", view.buffers, "totals", view.totals);
}

void each_field(auto& archive, Is<trace::LineExecution> auto& line) {
  archive.fields("file", line.file, "line", line.line, "instructions", line.instructions, "lanes", line.lanes);
}

void each_field(auto& archive, Is<model::Metrics> auto& metrics) {
  archive.fields("written", metrics.written, "executed", metrics.executed, "lines", metrics.lines, "instructions",
                 metrics.instructions, "lane_instructions", metrics.lane_instructions, "blocks", metrics.blocks,
                 "grid_blocks", metrics.grid_blocks, "dropped", metrics.dropped, "scaled", metrics.scaled);
}

void each_field(auto& archive, Is<model::Occupancy> auto& occupancy) {
  archive.fields("blocks_per_sm", occupancy.blocks_per_sm, "resident_warps", occupancy.resident_warps, "max_warps",
                 occupancy.max_warps, "fraction", occupancy.fraction, "limits", occupancy.limits, "by_threads",
                 occupancy.by_threads, "by_registers", occupancy.by_registers, "by_shared_memory",
                 occupancy.by_shared_memory, "by_blocks", occupancy.by_blocks, "allocated_registers",
                 occupancy.allocated_registers, "allocated_shared_bytes", occupancy.allocated_shared_bytes);
}

void each_field(auto& archive, Is<model::OccupancyCurve> auto& curve) {
  archive.fields("first", curve.first, "step", curve.step, "now", curve.now, "warps", curve.warps);
}

void each_field(auto& archive, Is<OccupancyCurves> auto& curves) {
  archive.fields("entry", curves.entry, "block_threads", curves.block_threads, "block_size", curves.block_size,
                 "registers", curves.registers, "shared_memory", curves.shared_memory);
}

void each_field(auto& archive, Is<model::DataSheet> auto& sheet) {
  archive.fields("name", sheet.name, "compute_capability", sheet.compute_capability, "sm_count", sheet.sm_count,
                 "clock_mhz", sheet.clock_mhz, "gb_per_s", sheet.gb_per_s, "fp32_gflop_per_s", sheet.fp32_gflop_per_s,
                 "l2_bytes", sheet.l2_bytes);
}

void each_field(auto& archive, Is<SassInstruction> auto& instruction) {
  archive.fields("address", instruction.address, "text", instruction.text, "file", instruction.file, "line",
                 instruction.line, "ptx_line", instruction.ptx_line);
}

void each_field(auto& archive, Is<SassFunction> auto& function) {
  archive.fields("name", function.name, "instructions", function.instructions);
}

void each_field(auto& archive, Is<Sass> auto& sass) {
  archive.fields("functions", sass.functions);
  archive.message_field("without_text", "without_text_", sass.without_text);
  archive.not_in_files("remedy", sass.remedy);
}

void each_field(auto& archive, Is<LaunchInfo> auto& launch) {
  archive.fields("entry", launch.entry, "grid", launch.grid, "block", launch.block, "registers", launch.registers,
                 "shared_bytes", launch.shared_bytes, "local_bytes", launch.local_bytes, "blocks_per_sm",
                 launch.blocks_per_sm, "occupancy", launch.occupancy, "calculated", launch.calculated);
  archive.omit_if_empty("name", launch.name, "cluster", launch.cluster);
}

void each_field(auto& archive, Is<Machine> auto& machine) {
  archive.fields("host", machine.host, "device", machine.device, "uuid", machine.uuid, "driver", machine.driver,
                 "nvrtc", machine.nvrtc, "compute_capability", machine.compute_capability, "sm_count", machine.sm_count,
                 "memory_bytes", machine.memory_bytes, "l2_bytes", machine.l2_bytes, "peak_gb_per_s",
                 machine.peak_gb_per_s);
}

void each_field(auto& archive, Is<catalogue::Mismatch> auto& mismatch) {
  archive.fields("index", mismatch.index, "coordinates", mismatch.coordinates, "expected", mismatch.expected, "got",
                 mismatch.got, "unwritten", mismatch.unwritten);
}

void each_field(auto& archive, Is<catalogue::Verification> auto& verification) {
  archive.fields("passed", verification.passed);
  archive.message_field("method", "method_", verification.method);
  archive.fields("checked", verification.checked, "mismatches", verification.mismatches, "unwritten",
                 verification.unwritten, "guard_bytes_changed", verification.guard_bytes_changed, "max_error",
                 verification.max_error, "tolerance", verification.tolerance, "first", verification.first);
  archive.not_in_files("wrong", verification.wrong);
}

void each_field(auto& archive, Is<IpcSlot> auto& slot) {
  archive.fields("handle", slot.handle, "offset", slot.offset, "generation", slot.generation);
}

void each_field(auto& archive, Is<AttachmentPart> auto& part) {
  archive.fields("kind", part.kind, "total", part.total, "first", part.first, "bytes", part.bytes);
}

void each_field(auto& archive, Is<Preview> auto& preview) {
  archive.fields("width", preview.width, "height", preview.height, "values", preview.values, "slot", preview.slot);
}

void each_field(auto& archive, Is<model::TouchTotals> auto& totals) {
  archive.fields("loads", totals.loads, "stores", totals.stores, "touched", totals.touched, "rewritten",
                 totals.rewritten, "beyond", totals.out_of_bounds_lanes);
}

void each_field(auto& archive, Is<HeatBuffer> auto& buffer) {
  archive.fields("what", buffer.what, "granule", buffer.granule, "totals", buffer.totals);
}

void each_field(auto& archive, Is<HeatTrace> auto& heat) {
  archive.fields("records", heat.records, "dropped", heat.dropped, "first_block", heat.first_block, "blocks",
                 heat.blocks, "grid_blocks", heat.grid_blocks, "marked", heat.marked, "sites", heat.sites, "buffers",
                 heat.buffers, "slot", heat.slot, "sent", heat.sent);
}

void each_field(auto& archive, Is<trace::BlockTimes::Launch> auto& launch) {
  archive.fields("step", launch.step, "blocks", launch.blocks, "runs", launch.runs);
}

void each_field(auto& archive, Is<trace::BlockTimes> auto& times) {
  archive.fields("launches", times.launches, "runs", times.runs, "clock_step", times.clock_step);
}

void each_field(auto& archive, Is<predict::PredictedTime> auto& time) {
  archive.fields("ms", time.ms, "low", time.low, "high", time.high);
}

void each_field(auto& archive, Is<predict::CauseShare> auto& cause) {
  archive.fields("cause", cause.cause, "share", cause.share);
}

void each_field(auto& archive, Is<predict::TrafficCounts> auto& counts) {
  archive.fields("requests", counts.requests, "wavefronts", counts.wavefronts, "l1_sectors", counts.l1_sectors,
                 "l1_hits", counts.l1_hits, "l2_requests", counts.l2_requests, "l2_sectors", counts.l2_sectors,
                 "l2_hits", counts.l2_hits, "memory_read_sectors", counts.memory_read_sectors, "memory_write_sectors",
                 counts.memory_write_sectors);
}

void each_field(auto& archive, Is<predict::BlockShift> auto& shift) {
  archive.fields("x", shift.x, "y", shift.y, "z", shift.z);
}

void each_field(auto& archive, Is<predict::SiteTraffic> auto& site) {
  archive.fields("site", site.site, "counts", site.counts);
  archive.not_in_files("shift", site.shift);
}

void each_field(auto& archive, Is<predict::StateClocks> auto& state) {
  archive.fields("state", state.state, "clocks", state.clocks);
}

void each_field(auto& archive, Is<predict::WarpStates> auto& warps) {
  archive.fields("instructions", warps.instructions, "warp_clocks", warps.warp_clocks, "states", warps.states,
                 "warps_active", warps.warps_active, "warps_eligible", warps.warps_eligible, "issued", warps.issued);
}

void each_field(auto& archive, Is<predict::Throughputs> auto& busy) {
  archive.fields("issue", busy.issue, "alu", busy.alu, "fma", busy.fma, "half", busy.half, "fp64", busy.fp64, "special",
                 busy.special, "l1", busy.l1, "shared", busy.shared, "l2", busy.l2, "memory", busy.memory, "atomics",
                 busy.atomics, "block_starts", busy.block_starts);
}

void each_field(auto& archive, Is<predict::SimulatedBlocks> auto& blocks) {
  archive.fields("begin", blocks.begin, "end", blocks.end, "clock_mhz", blocks.clock_mhz);
}

void each_field(auto& archive, Is<predict::LaunchCounts> auto& launch) {
  archive.fields("entry", launch.entry, "clocks", launch.clocks, "sms", launch.sms, "sites", launch.sites, "global",
                 launch.global, "local", launch.local, "texture", launch.texture, "shared", launch.shared, "warps",
                 launch.warps, "busy", launch.busy);
  archive.not_in_files("blocks", launch.blocks);
}

void each_field(auto& archive, Is<predict::Prediction> auto& prediction) {
  archive.fields("profile", prediction.profile, "version", prediction.version, "cold", prediction.cold, "hot",
                 prediction.hot, "by_cause", prediction.by_cause, "limited_by", prediction.limited_by, "l1_hit_rate",
                 prediction.l1_hit_rate, "l2_hit_rate", prediction.l2_hit_rate, "l1_bytes", prediction.l1_bytes,
                 "l2_bytes", prediction.l2_bytes, "memory_read_bytes", prediction.memory_read_bytes,
                 "memory_write_bytes", prediction.memory_write_bytes, "confidence", prediction.confidence);
  archive.omit_if_empty("launches", prediction.launches);
}

void each_field(auto& archive, Is<PredictedRun> auto& run) {
  archive.fields("prediction", run.prediction, "sizes", run.sizes, "work_bytes", run.work_bytes, "work_flops",
                 run.work_flops);
  archive.omit_if_empty("launch_blocks", run.launch_blocks);
}

void each_field(auto& archive, Is<Error> auto& error) {
  archive.fields("kind", error.kind);
  archive.message_field("what", "", error.what);
  archive.place_field("where", error.where);
  archive.message_field("remedy", "remedy_", error.remedy);
  archive.not_in_files("context_lost", error.context_lost, "buffer", error.buffer, "offset", error.offset,
                       "diagnostics", error.diagnostics);
}

void each_field(auto& archive, Is<counters::Values> auto& values) {
  archive.fields("by_element", values.by_id);
}

void each_field(auto& archive, Is<counters::CountedInstruction> auto& instruction) {
  archive.fields("function", instruction.function, "pc_offset", instruction.pc_offset, "file", instruction.file, "line",
                 instruction.line);
  archive.omit_if_empty("executed", instruction.executed, "threads_executed", instruction.threads_executed, "sectors",
                        instruction.sectors, "sectors_ideal", instruction.sectors_ideal, "wavefronts",
                        instruction.wavefronts, "wavefronts_ideal", instruction.wavefronts_ideal, "stall_samples",
                        instruction.stall_samples);
}

void each_field(auto& archive, Is<counters::CountedPage> auto& page) {
  archive.fields("page", page.page, "passes", page.passes, "cost_ms", page.cost_ms, "absent", page.absent);
}

void each_field(auto& archive, Is<counters::CountedPart> auto& part) {
  archive.fields("passes", part.passes, "cost_ms", part.cost_ms, "absent", part.absent);
}

void each_field(auto& archive, Is<counters::Counted> auto& counted) {
  archive.fields("values", counted.values, "instructions", counted.instructions, "pages", counted.pages, "caches",
                 counted.caches, "device", counted.device, "chip", counted.chip, "absent", counted.absent);
  archive.omit_if_empty("by_instruction", counted.by_instruction, "stall_samples", counted.stall_samples);
  archive.optional_in_old_files("sampling_period", counted.sampling_period);
}

void each_field(auto& archive, Is<ValueField> auto& field) {
  archive.fields("name", field.name, "written", field.written, "type", field.type, "offset", field.offset, "bits",
                 field.bits);
}

void each_field(auto& archive, Is<ValueType::Enumerator> auto& enumerator) {
  archive.fields("name", enumerator.name, "value", enumerator.value);
}

void each_field(auto& archive, Is<ValueType> auto& type) {
  archive.fields("kind", type.kind, "name", type.name, "bytes", type.bytes, "encoding", type.encoding, "vector",
                 type.vector, "target", type.target, "target_is_constant", type.target_is_constant, "extents",
                 type.extents, "members", type.members, "enumerators", type.enumerators);
}

void each_field(auto& archive, Is<ValueTypes> auto& types) {
  archive.fields("parameters", types.parameters, "types", types.types);
}

void each_field(auto& archive, Is<Result> auto& result) {
  archive.fields("request", result.request, "stage", result.stage, "kernel", result.kernel, "backend", result.backend,
                 "target", result.target, "parameters", result.parameters, "sizes", result.sizes, "seed", result.seed,
                 "machine", result.machine, "sheet", result.sheet);
  archive.optional_in_old_files("schedule", result.schedule);
  archive.message_list("notes", "note_messages", result.notes);
  archive.fields("recorded", result.recorded, "source", result.source, "ptx", result.ptx, "diagnostics",
                 result.diagnostics, "launches", result.launches);
  archive.omit_if_empty("left_out", result.left_out);
  archive.optional_in_old_files("curves", result.curves);
  archive.fields("compile_ms", result.compile_ms, "compile_cached", result.compile_cached, "cold", result.cold, "hot",
                 result.hot);
  archive.optional_in_old_files("empty_ms", result.empty_ms, "best_copy", result.best_copy);
  archive.fields("recent", result.recent, "clock_mhz", result.clock_mhz, "work_bytes", result.work_bytes, "work_flops",
                 result.work_flops, "metrics", result.metrics, "sass", result.sass);
  archive.optional_in_old_files("predicted", result.predicted, "printed", result.printed);
  archive.omit_if_empty("asked_sizes", result.requested_sizes);
  archive.omit_if_empty("counted", result.counted);
  archive.fields("verification", result.verification);
  archive.optional_in_old_files("expected", result.expected);
  archive.fields("faults", result.faults);
  archive.optional_in_old_files("held", result.launch_blocked);
  archive.not_in_files("preview", result.preview, "heat", result.heat, "follows", result.pending_attachments,
                       "without_trace", result.without_trace, "without_prediction", result.without_prediction, "dumps",
                       result.dumps, "parameter_types", result.parameter_types);
}

}  // namespace lanescope::experiments
