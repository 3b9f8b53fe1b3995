// The fields of every value that travels, listed once: encoding, decoding and JSON all walk these lists.
// An archive has field(name, value), wire_only(name, value) for what files leave out, and later(name, value) for what
// files written before it was thought of do not have.
#pragma once

#include <concepts>
#include <type_traits>

#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/wire/attachment.h"
#include "lab/wire/wire.h"

namespace warpscope::lab {

/// T is U, or const U: reading and writing share one list.
template <class T, class U>
concept Is = std::same_as<std::remove_const_t<T>, U>;

template <class Archive, Is<catalogue::KernelSource> T>
void each_field(Archive& archive, T& source) {
  archive.field("id", source.id);
  archive.field("path", source.path);
  archive.field("text", source.text);
  archive.field("headers", source.headers);
}

template <class Archive, Is<catalogue::Dim3> T>
void each_field(Archive& archive, T& size) {
  archive.field("x", size.x);
  archive.field("y", size.y);
  archive.field("z", size.z);
}

template <class Archive, Is<BlockChoice> T>
void each_field(Archive& archive, T& blocks) {
  archive.field("kind", blocks.kind);
  archive.field("first", blocks.first);
  archive.field("count", blocks.count);
}

template <class Archive, Is<TraceChoice> T>
void each_field(Archive& archive, T& choice) {
  archive.field("source", choice.source);
  archive.field("inside", choice.inside);
  archive.field("first_block", choice.first_block);
  archive.field("blocks", choice.blocks);
  archive.field("max_records", choice.max_records);
  archive.field("values", choice.values);
  archive.field("max_heat_records", choice.max_heat_records);
}

template <class Archive, Is<Experiment> T>
void each_field(Archive& archive, T& experiment) {
  archive.field("kernel", experiment.kernel);
  archive.field("same_as", experiment.same_as);
  archive.field("values", experiment.values);
  archive.field("seed", experiment.seed);
  archive.field("backend", experiment.backend);
  archive.field("device", experiment.device);
  archive.field("target", experiment.target);
  archive.field("timeout_ms", experiment.timeout);
  archive.field("budget_ms", experiment.budget);
  archive.field("verify", experiment.verify);
  archive.field("analyse", experiment.analyse);
  archive.field("blocks", experiment.blocks);
  archive.field("scale_to_grid", experiment.scale_to_grid);
  archive.field("disassemble", experiment.disassemble);
  archive.field("trace", experiment.trace);
  archive.field("schedule", experiment.schedule);
  archive.field("proceed", experiment.proceed);
  archive.field("keep_going", experiment.keep_going);
  archive.field("preview", experiment.preview);
  archive.field("interop", experiment.interop);
  archive.field("inputs", experiment.inputs);
  archive.field("dump", experiment.dump);
}

template <class Archive, Is<trace::Site> T>
void each_field(Archive& archive, T& site) {
  archive.field("entry", site.entry);
  archive.field("file", site.file);
  archive.field("line", site.line);
  archive.field("column", site.column);
  archive.field("ptx_line", site.ptx_line);
  archive.field("space", site.space);
  archive.field("operation", site.operation);
  archive.field("bytes_per_lane", site.bytes_per_lane);
}

template <class Archive, Is<trace::Trace::Buffer> T>
void each_field(Archive& archive, T& buffer) {
  archive.field("name", buffer.name);
  archive.field("bytes", buffer.bytes);
  archive.field("granule", buffer.granule);
}

template <class Archive, Is<trace::Trace> T>
void each_field(Archive& archive, T& trace) {
  archive.field("source", trace.source);
  archive.field("sites", trace.sites);
  archive.field("buffers", trace.buffers);
  archive.field("headers", trace.headers);
  archive.field("offsets", trace.offsets);
  archive.field("values", trace.values);
  archive.field("barriers", trace.barriers);
  archive.field("dropped", trace.dropped);
  archive.field("dropped_barriers", trace.dropped_barriers);
  archive.field("first_block", trace.first_block);
  archive.field("blocks", trace.blocks);
  archive.field("grid_blocks", trace.grid_blocks);
}

template <class Archive, Is<model::SiteVectorization> T>
void each_field(Archive& archive, T& site) {
  archive.field("merged", site.merged);
  archive.field("leader", site.leader);
  archive.field("proven", site.proven);
  archive.field("reason", site.reason);
}

template <class Archive, Is<TracedBuffer> T>
void each_field(Archive& archive, T& buffer) {
  archive.field("name", buffer.name);
  archive.field("role", buffer.role);
  archive.field("type", buffer.type);
  archive.field("shape", buffer.shape);
}

template <class Archive, Is<TracedLaunch> T>
void each_field(Archive& archive, T& launch) {
  archive.field("entry", launch.entry);
  archive.field("grid", launch.grid);
  archive.field("block", launch.block);
  archive.field("shared_bytes", launch.shared_bytes);
}

template <class Archive, Is<Traced> T>
void each_field(Archive& archive, T& traced) {
  archive.field("trace", traced.trace);
  archive.field("merges", traced.vectorization);
  archive.field("buffers", traced.buffers);
  archive.field("launches", traced.launches);
  archive.field("sizes", traced.sizes);
  archive.field("note", traced.note);
}

template <class Archive, Is<Progress> T>
void each_field(Archive& archive, T& progress) {
  archive.field("step", progress.step);
  archive.field("text", progress.text);
}

template <class Archive, Is<Samples> T>
void each_field(Archive& archive, T& samples) {
  archive.field("median", samples.median);
  archive.field("q1", samples.q1);
  archive.field("q3", samples.q3);
  archive.field("samples", samples.samples);
  archive.field("throttled", samples.throttled);
  archive.later("low_clock", samples.low_clock);
  archive.later("batch", samples.batch);
  archive.later("held", samples.queue_blocked);
  archive.later("stop", samples.stop);
  archive.later("clock_mhz", samples.clock_mhz);
}

template <class Archive, Is<CopyRate> T>
void each_field(Archive& archive, T& copy) {
  archive.field("gb_per_s", copy.gb_per_s);
  archive.field("of", copy.of);
}

template <class Archive, Is<Fault> T>
void each_field(Archive& archive, T& fault) {
  archive.field("kind", fault.kind);
  archive.field("message", fault.message);
  archive.field("remedy", fault.remedy);
  archive.field("file", fault.file);
  archive.field("line", fault.line);
  archive.field("block", fault.block);
  archive.field("thread", fault.thread);
  archive.field("address", fault.address);
  archive.field("offset", fault.offset);
  archive.field("buffer", fault.buffer);
  archive.later("entry", fault.entry);
  archive.later("column", fault.column);
  archive.later("ptx_line", fault.ptx_line);
  archive.later("count", fault.count);
}

template <class Archive, Is<Diagnostic> T>
void each_field(Archive& archive, T& diagnostic) {
  archive.field("severity", diagnostic.severity);
  archive.field("file", diagnostic.file);
  archive.field("line", diagnostic.line);
  archive.field("column", diagnostic.column);
  archive.field("message", diagnostic.message);
}

template <class Archive, Is<model::Counts> T>
void each_field(Archive& archive, T& counts) {
  archive.field("requests", counts.requests);
  archive.field("lanes", counts.lanes);
  archive.field("sectors", counts.sectors);
  archive.field("sectors_ideal", counts.sectors_ideal);
  archive.field("wavefronts", counts.wavefronts);
  archive.field("wavefronts_ideal", counts.wavefronts_ideal);
  archive.field("bank_conflicts", counts.bank_conflicts);
  archive.field("out_of_bounds_lanes", counts.out_of_bounds_lanes);
  archive.field("uncounted_requests", counts.uncounted_requests);
}

template <class Archive, Is<SiteMetrics> T>
void each_field(Archive& archive, T& site) {
  archive.field("entry", site.entry);
  archive.field("file", site.file);
  archive.field("line", site.line);
  archive.field("column", site.column);
  archive.field("ptx_line", site.ptx_line);
  archive.field("space", site.space);
  archive.field("operation", site.operation);
  archive.field("bytes_per_lane", site.bytes_per_lane);
  archive.field("merged", site.merged);
  archive.field("leader", site.leader);
  archive.field("proven", site.proven);
  archive.field("reason", site.reason);
  archive.field("counts", site.counts);
}

template <class Archive, Is<LineMetrics> T>
void each_field(Archive& archive, T& line) {
  archive.field("file", line.file);
  archive.field("line", line.line);
  archive.field("space", line.space);
  archive.field("operation", line.operation);
  archive.field("counts", line.counts);
}

template <class Archive, Is<BufferMetrics> T>
void each_field(Archive& archive, T& buffer) {
  archive.field("buffer", buffer.buffer);
  archive.field("operation", buffer.operation);
  archive.field("counts", buffer.counts);
}

template <class Archive, Is<TotalMetrics> T>
void each_field(Archive& archive, T& total) {
  archive.field("space", total.space);
  archive.field("operation", total.operation);
  archive.field("counts", total.counts);
}

template <class Archive, Is<ViewMetrics> T>
void each_field(Archive& archive, T& view) {
  archive.field("sites", view.sites);
  archive.field("lines", view.lines);
  archive.field("buffers", view.buffers);
  archive.field("totals", view.totals);
}

template <class Archive, Is<LineExecution> T>
void each_field(Archive& archive, T& line) {
  archive.field("file", line.file);
  archive.field("line", line.line);
  archive.field("instructions", line.instructions);
  archive.field("lanes", line.lanes);
}

template <class Archive, Is<Metrics> T>
void each_field(Archive& archive, T& metrics) {
  archive.field("written", metrics.written);
  archive.field("executed", metrics.executed);
  archive.field("lines", metrics.lines);
  archive.field("instructions", metrics.instructions);
  archive.field("lane_instructions", metrics.lane_instructions);
  archive.field("blocks", metrics.blocks);
  archive.field("grid_blocks", metrics.grid_blocks);
  archive.field("dropped", metrics.dropped);
  archive.field("scaled", metrics.scaled);
}

template <class Archive, Is<Occupancy> T>
void each_field(Archive& archive, T& occupancy) {
  archive.field("blocks_per_sm", occupancy.blocks_per_sm);
  archive.field("resident_warps", occupancy.resident_warps);
  archive.field("max_warps", occupancy.max_warps);
  archive.field("fraction", occupancy.fraction);
  archive.field("limits", occupancy.limits);
  archive.field("by_threads", occupancy.by_threads);
  archive.field("by_registers", occupancy.by_registers);
  archive.field("by_shared_memory", occupancy.by_shared_memory);
  archive.field("by_blocks", occupancy.by_blocks);
  archive.field("allocated_registers", occupancy.allocated_registers);
  archive.field("allocated_shared_bytes", occupancy.allocated_shared_bytes);
}

template <class Archive, Is<OccupancyCurve> T>
void each_field(Archive& archive, T& curve) {
  archive.field("first", curve.first);
  archive.field("step", curve.step);
  archive.field("now", curve.now);
  archive.field("warps", curve.warps);
}

template <class Archive, Is<OccupancyCurves> T>
void each_field(Archive& archive, T& curves) {
  archive.field("entry", curves.entry);
  archive.field("block_threads", curves.block_threads);
  archive.field("block_size", curves.block_size);
  archive.field("registers", curves.registers);
  archive.field("shared_memory", curves.shared_memory);
}

template <class Archive, Is<DataSheet> T>
void each_field(Archive& archive, T& sheet) {
  archive.field("name", sheet.name);
  archive.field("compute_capability", sheet.compute_capability);
  archive.field("sm_count", sheet.sm_count);
  archive.field("clock_mhz", sheet.clock_mhz);
  archive.field("gb_per_s", sheet.gb_per_s);
  archive.field("fp32_gflop_per_s", sheet.fp32_gflop_per_s);
  archive.field("l2_bytes", sheet.l2_bytes);
}

template <class Archive, Is<SassInstruction> T>
void each_field(Archive& archive, T& instruction) {
  archive.field("address", instruction.address);
  archive.field("text", instruction.text);
  archive.field("file", instruction.file);
  archive.field("line", instruction.line);
  archive.field("ptx_line", instruction.ptx_line);
}

template <class Archive, Is<SassFunction> T>
void each_field(Archive& archive, T& function) {
  archive.field("name", function.name);
  archive.field("instructions", function.instructions);
}

template <class Archive, Is<Sass> T>
void each_field(Archive& archive, T& sass) {
  archive.field("functions", sass.functions);
  archive.field("without_text", sass.without_text);
  archive.wire_only("remedy", sass.remedy);
}

template <class Archive, Is<LaunchInfo> T>
void each_field(Archive& archive, T& launch) {
  archive.field("entry", launch.entry);
  archive.field("grid", launch.grid);
  archive.field("block", launch.block);
  archive.field("registers", launch.registers);
  archive.field("shared_bytes", launch.shared_bytes);
  archive.field("local_bytes", launch.local_bytes);
  archive.field("blocks_per_sm", launch.blocks_per_sm);
  archive.field("occupancy", launch.occupancy);
  archive.field("calculated", launch.calculated);
}

template <class Archive, Is<Machine> T>
void each_field(Archive& archive, T& machine) {
  archive.field("host", machine.host);
  archive.field("device", machine.device);
  archive.field("uuid", machine.uuid);
  archive.field("driver", machine.driver);
  archive.field("nvrtc", machine.nvrtc);
  archive.field("compute_capability", machine.compute_capability);
  archive.field("sm_count", machine.sm_count);
  archive.field("memory_bytes", machine.memory_bytes);
  archive.field("l2_bytes", machine.l2_bytes);
  archive.field("peak_gb_per_s", machine.peak_gb_per_s);
}

template <class Archive, Is<Mismatch> T>
void each_field(Archive& archive, T& mismatch) {
  archive.field("index", mismatch.index);
  archive.field("coordinates", mismatch.coordinates);
  archive.field("expected", mismatch.expected);
  archive.field("got", mismatch.got);
  archive.field("unwritten", mismatch.unwritten);
}

template <class Archive, Is<Verification> T>
void each_field(Archive& archive, T& verification) {
  archive.field("passed", verification.passed);
  archive.field("method", verification.method);
  archive.field("checked", verification.checked);
  archive.field("mismatches", verification.mismatches);
  archive.field("unwritten", verification.unwritten);
  archive.field("guard_bytes_changed", verification.guard_bytes_changed);
  archive.field("max_error", verification.max_error);
  archive.field("tolerance", verification.tolerance);
  archive.field("first", verification.first);
  archive.wire_only("wrong", verification.wrong);
}

template <class Archive, Is<IpcSlot> T>
void each_field(Archive& archive, T& slot) {
  archive.field("handle", slot.handle);
  archive.field("offset", slot.offset);
  archive.field("generation", slot.generation);
}

template <class Archive, Is<AttachmentPart> T>
void each_field(Archive& archive, T& part) {
  archive.field("kind", part.kind);
  archive.field("total", part.total);
  archive.field("first", part.first);
  archive.field("bytes", part.bytes);
}

template <class Archive, Is<Preview> T>
void each_field(Archive& archive, T& preview) {
  archive.field("width", preview.width);
  archive.field("height", preview.height);
  archive.field("values", preview.values);
  archive.field("slot", preview.slot);
}

template <class Archive, Is<model::TouchTotals> T>
void each_field(Archive& archive, T& totals) {
  archive.field("loads", totals.loads);
  archive.field("stores", totals.stores);
  archive.field("touched", totals.touched);
  archive.field("rewritten", totals.rewritten);
  archive.field("beyond", totals.beyond);
}

template <class Archive, Is<HeatBuffer> T>
void each_field(Archive& archive, T& buffer) {
  archive.field("what", buffer.what);
  archive.field("granule", buffer.granule);
  archive.field("totals", buffer.totals);
}

template <class Archive, Is<HeatTrace> T>
void each_field(Archive& archive, T& heat) {
  archive.field("records", heat.records);
  archive.field("dropped", heat.dropped);
  archive.field("first_block", heat.first_block);
  archive.field("blocks", heat.blocks);
  archive.field("grid_blocks", heat.grid_blocks);
  archive.field("marked", heat.marked);
  archive.field("sites", heat.sites);
  archive.field("buffers", heat.buffers);
  archive.field("slot", heat.slot);
  archive.field("sent", heat.sent);
}

template <class Archive, Is<Result> T>
void each_field(Archive& archive, T& result) {
  archive.field("request", result.request);
  archive.field("stage", result.stage);
  archive.field("kernel", result.kernel);
  archive.field("backend", result.backend);
  archive.field("target", result.target);
  archive.field("parameters", result.parameters);
  archive.field("sizes", result.sizes);
  archive.field("seed", result.seed);
  archive.field("machine", result.machine);
  archive.field("sheet", result.sheet);
  archive.later("schedule", result.schedule);
  archive.later("notes", result.notes);
  archive.field("recorded", result.recorded);
  archive.field("source", result.source);
  archive.field("ptx", result.ptx);
  archive.field("diagnostics", result.diagnostics);
  archive.field("launches", result.launches);
  archive.later("curves", result.curves);
  archive.field("compile_ms", result.compile_ms);
  archive.field("compile_cached", result.compile_cached);
  archive.field("cold", result.cold);
  archive.field("hot", result.hot);
  archive.later("empty_ms", result.empty_ms);
  archive.later("best_copy", result.best_copy);
  archive.field("recent", result.recent);
  archive.field("clock_mhz", result.clock_mhz);
  archive.field("work_bytes", result.work_bytes);
  archive.field("work_flops", result.work_flops);
  archive.field("metrics", result.metrics);
  archive.field("sass", result.sass);
  archive.later("printed", result.printed);
  archive.field("verification", result.verification);
  archive.later("expected", result.expected);
  archive.field("faults", result.faults);
  archive.later("held", result.launch_blocked);
  archive.wire_only("preview", result.preview);
  archive.wire_only("heat", result.heat);
  archive.wire_only("follows", result.follows);
  archive.wire_only("without_trace", result.without_trace);
  archive.wire_only("dumps", result.dumps);
}

}  // namespace warpscope::lab
