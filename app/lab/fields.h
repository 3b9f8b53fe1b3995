// The fields of every value that travels, listed once: encoding, decoding and JSON all walk these lists.
// An archive has field(name, value), and wire_only(name, value) for what files leave out.
#pragma once

#include <concepts>
#include <type_traits>

#include "lab/experiment.h"
#include "lab/result.h"
#include "lab/wire.h"

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

template <class Archive, Is<Experiment> T>
void each_field(Archive& archive, T& experiment) {
  archive.field("kernel", experiment.kernel);
  archive.field("values", experiment.values);
  archive.field("seed", experiment.seed);
  archive.field("backend", experiment.backend);
  archive.field("device", experiment.device);
  archive.field("target", experiment.target);
  archive.field("timeout_ms", experiment.timeout);
  archive.field("budget_ms", experiment.budget);
  archive.field("verify", experiment.verify);
  archive.field("preview", experiment.preview);
  archive.field("interop", experiment.interop);
  archive.field("inputs", experiment.inputs);
  archive.field("dump", experiment.dump);
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
}

template <class Archive, Is<Diagnostic> T>
void each_field(Archive& archive, T& diagnostic) {
  archive.field("severity", diagnostic.severity);
  archive.field("file", diagnostic.file);
  archive.field("line", diagnostic.line);
  archive.field("column", diagnostic.column);
  archive.field("message", diagnostic.message);
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
}

template <class Archive, Is<Preview> T>
void each_field(Archive& archive, T& preview) {
  archive.field("width", preview.width);
  archive.field("height", preview.height);
  archive.field("values", preview.values);
  archive.field("ipc_handle", preview.ipc_handle);
  archive.field("slot", preview.slot);
  archive.field("slots", preview.slots);
  archive.field("offset", preview.offset);
  archive.field("generation", preview.generation);
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
  archive.field("recorded", result.recorded);
  archive.field("source", result.source);
  archive.field("ptx", result.ptx);
  archive.field("diagnostics", result.diagnostics);
  archive.field("launches", result.launches);
  archive.field("compile_ms", result.compile_ms);
  archive.field("compile_cached", result.compile_cached);
  archive.field("cold", result.cold);
  archive.field("hot", result.hot);
  archive.field("recent", result.recent);
  archive.field("clock_mhz", result.clock_mhz);
  archive.field("work_bytes", result.work_bytes);
  archive.field("work_flops", result.work_flops);
  archive.field("verification", result.verification);
  archive.field("faults", result.faults);
  archive.wire_only("preview", result.preview);
  archive.wire_only("dumps", result.dumps);
}

}  // namespace warpscope::lab
