// Values with every field set to something that is not its default, edge values among them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

#include "experiments/experiment.h"
#include "experiments/result.h"

namespace lanescope::experiments {

inline constexpr std::uint64_t max_u64 = std::numeric_limits<std::uint64_t>::max();
inline constexpr std::int64_t min_i64 = std::numeric_limits<std::int64_t>::min();

[[nodiscard]] inline std::vector<std::byte> all_bytes() {
  std::vector<std::byte> bytes;
  for (int value = 0; value < 256; ++value) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

[[nodiscard]] inline Experiment example_experiment() {
  using namespace std::chrono_literals;
  Experiment experiment;
  experiment.kernel.id = "transpose/naive_row";
  experiment.kernel.path = "/kernels/transpose/naive_row.cu";
  experiment.kernel.text = std::string("__global__ void k() {}\n\0 // \xff\xfe", 30);
  experiment.kernel.headers = {{"a.cuh", "#pragma once\n"}, {"", ""}};
  experiment.kernel.data = {{"out.npy", all_bytes()}};
  experiment.reference_kernel =
      catalogue::KernelSource{"transpose/smem_tile", "/kernels/transpose/smem_tile.cu", "// \xff", {{"b.cuh", ""}}};
  experiment.values = {{"block_x", std::int64_t{8}}, {"load_op", std::string("ca")}, {"least", min_i64}};
  experiment.seed = max_u64;
  experiment.device = 3;
  experiment.target = "9.0";
  experiment.timeout = 1234ms;
  experiment.budget = 0ms;
  experiment.verify = false;
  experiment.backend = Backend::emulator;
  experiment.analyse = false;
  experiment.blocks = {BlockChoice::Kind::range, max_u64, 7};
  experiment.scale_to_grid = true;
  experiment.disassemble = true;
  experiment.trace = TraceChoice{trace::Trace::Source::instrumented, false, max_u64, 3, 77, false, max_u64};
  experiment.schedule = max_u64 - 2;
  experiment.proceed = true;
  experiment.keep_going = true;
  experiment.ptx_lines = true;
  experiment.preview = true;
  experiment.interop = true;
  experiment.inputs = {{"in", all_bytes()}, {"empty", {}}};
  experiment.dump = {"out", ""};
  experiment.types_of = "reduce<int, 256>";
  experiment.expect = ExpectedBuffer{"out", "out.npy", all_bytes(), 0.25};
  return experiment;
}

/// Two records, in a buffer and in shared memory.
[[nodiscard]] inline analysis::Traced example_traced() {
  using trace::Operation;
  using trace::Space;
  analysis::Traced traced;
  trace::Trace& trace = traced.trace;
  trace.source = trace::Trace::Source::instrumented;
  trace.sites = {{"k", "k.cu", 12, 9, 88, Space::global, Operation::load, 4},
                 {"k", "", 0, 0, 91, Space::shared, Operation::store, 16}};
  trace.buffers = {{"in", max_u64, 16}};
  trace.headers.resize(2);
  trace.headers[0] = {0, 0, 5, 1, 0x80000001u, 0, 7, 1, 131, 9, 0, 0};
  trace.headers[1].site = 1;
  trace.headers[1].active_mask = 2;
  trace.offsets.resize(2);
  for (trace::Offsets& offsets : trace.offsets) offsets.fill(trace::no_offset);
  trace.offsets[0][0] = 0;
  trace.offsets[0][31] = 0xfffffffeu;
  trace.offsets[1][1] = 48;
  trace.values = {{1, 2, 3}, {0xffffffffu}};
  trace.float_operations = {0, max_u64};
  trace.barriers.resize(1);
  trace.barriers[0].block = 5;
  trace.barriers[0].warp = 1;
  trace.barriers[0].active_mask = 0xffffffffu;
  trace.barriers[0].line = 14;
  trace.barriers[0].arrived_order_low = 1;
  trace.barriers[0].released_order_high = 2;
  trace.dropped = max_u64;
  trace.dropped_barriers = 3;
  trace.first_block = 5;
  trace.blocks = 1;
  trace.grid_blocks = 9;
  traced.vectorization = {{1, 0, true, ""}, {4, 1, false, "no cubin"}};
  traced.registers = {{{7, 8}, {}, {7}, true, false}, {{}, {{7, 4, 2, 2, 1}}, {}, false, true}};
  traced.buffers = {{"in", catalogue::Role::inout, catalogue::ElementType::bf16, {3, 5, 7}}};
  traced.launches = {{"k", {2, 3, 4}, {32, 4, 1}, 49152}};
  traced.sizes = {{"nx", std::int64_t{64}}};
  traced.note = "at nx = 64";
  return traced;
}

[[nodiscard]] inline model::Counts example_counts(std::uint64_t first) {
  return {first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7, first + 8};
}

[[nodiscard]] inline model::Metrics example_metrics() {
  using trace::Operation;
  using trace::Space;
  model::Metrics metrics;
  metrics.written.sites = {
      {"k", "k.cu", 12, 9, 88, Space::shared, Operation::load, 4, 1, 0, false, "", true, example_counts(1)},
      {"k", "", 0, 0, 91, Space::parameter, Operation::load, 8, 1, 1, false, "", false, {}}};
  metrics.written.lines = {{"k.cu", 12, Space::shared, Operation::load, example_counts(20)}};
  metrics.written.buffers = {{"out", Operation::store, example_counts(40)}};
  metrics.written.totals = {{Space::texture, Operation::load, example_counts(60)},
                            {Space::local, Operation::asynchronous_copy, example_counts(max_u64 - 8)}};
  metrics.executed = metrics.written;
  metrics.executed.sites[0].bytes_per_lane = 16;
  metrics.executed.sites[0].merged = 4;
  metrics.executed.sites[0].proven = true;
  metrics.executed.sites[1].reason = "no instruction of the cubin names it";
  metrics.executed.sites[1].leader = 0;
  metrics.executed.totals.pop_back();
  metrics.lines = {{"k.cu", 12, 100, 3200}, {"", 0, 7, 1}};
  metrics.instructions = 107;
  metrics.lane_instructions = 3201;
  metrics.blocks = 4;
  metrics.grid_blocks = max_u64;
  metrics.dropped = 9;
  metrics.scaled = true;
  return metrics;
}

[[nodiscard]] inline Result example_result() {
  Result result;
  result.request = max_u64;
  result.stage = ResultStage::verified;
  result.kernel = "transpose/naive_row";
  result.backend = Backend::gpu;
  result.target = "9.0";
  result.parameters = {{"block_x", std::int64_t{8}}, {"load_op", std::string("ca")}};
  result.sizes = {{"nx", 4096}, {"least", min_i64}};
  result.seed = max_u64 - 1;
  result.machine = {"host", "NVIDIA H200", "GPU-00", "13.0", "13.0", "9.0", 132, max_u64, 62914560, 4915.0};
  result.recorded = "2026-01-31T12:00:00Z";
  result.source = "text";
  result.ptx = ".version 9.0";
  result.diagnostics = {{Diagnostic::Severity::warning, "k.cu", 3, 7, "unused"},
                        {Diagnostic::Severity::remark, "", 0, 0, ""}};
  LaunchInfo launch;
  launch.entry = "k";
  launch.grid = {512, 65535, 2};
  launch.block = {32, 8, 1};
  launch.registers = 24;
  launch.shared_bytes = 4224;
  launch.local_bytes = 0;
  launch.blocks_per_sm = 8;
  launch.occupancy = 1.0 / 3;
  launch.calculated =
      model::Occupancy{8, 64, 64, 1.0, {model::Limit::threads, model::Limit::registers}, 8, 10, -1, 32, 8192, 5248};
  result.launches = {launch, LaunchInfo{}};
  result.curves = {{"k", 256, {32, 32, 256, {64, 48, 0}}, {1, 1, 24, {64}}, {0, 1024, 4224, {}}}, OccupancyCurves{}};
  result.sheet = model::DataSheet{"H200", "9.0", 132, 1980, 4814.304, 66908.16, 62914560};
  result.schedule = 5;
  result.notes = {"sizes reduced", ""};
  result.metrics = example_metrics();
  result.sass = Sass{{{"k", {{16, "LDG.E R2, [R2]", "k.cu", 12, 88}, {32, "", "", 0, 0}}}}, "no nvdisasm", ""};
  result.printed = "hello\n";
  result.expected = FaultKind::race;
  result.launch_blocked = true;
  ValueType real, view, mode;
  real.kind = ValueType::Kind::number;
  real.encoding = ValueType::Encoding::brain_floating;
  real.bytes = 4;
  real.vector = 2;
  view.kind = ValueType::Kind::pointer;
  view.name = "View";
  view.target = 0;
  view.target_is_constant = true;
  view.extents = {max_u64, 0};
  view.members = {{"next", "View*", 1, max_u64, 3}};
  mode.enumerators = {{"ADD", min_i64}, {"", 7}};
  result.parameter_types = ValueTypes{{{"v", "const View*", 1}, {"", "", 2}}, {real, view, mode}};
  result.compile_ms = 12.345678901234567;
  result.compile_cached = true;
  result.cold = catalogue::Samples{0.1, 0.05, 0.2, 40, 2};
  result.hot =
      catalogue::Samples{std::numeric_limits<double>::denorm_min(), -0.0, std::numeric_limits<double>::max(), 1, 0};
  result.recent = {0.1F, -0.0F, std::numeric_limits<float>::denorm_min(), std::numeric_limits<float>::max()};
  result.clock_mhz = 1980;
  result.work_bytes = std::int64_t{1} << 53;
  result.work_flops = min_i64;
  predict::Prediction prediction;
  prediction.version = 6;  // a file of before keeps the one that it was written with
  prediction.profile = "H200";
  prediction.cold = {0.1, 0.08, 0.3};
  prediction.hot = {0.09, 0.07, 0.2};
  prediction.by_cause = {{predict::Cause::memory, 0.75}, {predict::Cause::waiting, 0.25}};
  prediction.limited_by = "limited by device memory bandwidth";
  prediction.l1_hit_rate = 0.5;
  prediction.l1_bytes = 1e15;
  prediction.l2_bytes = 1;
  prediction.memory_read_bytes = 2.5;
  prediction.memory_write_bytes = 0;
  prediction.confidence = predict::Confidence::medium;
  result.predicted = PredictedRun{prediction, {{"nx", 4096}}, std::int64_t{1} << 53, min_i64};
  catalogue::Verification verification;
  verification.passed = false;
  verification.method = "CPU reference";
  verification.checked = max_u64;
  verification.mismatches = 4;
  verification.unwritten = 3;
  verification.guard_bytes_changed = 64;
  verification.max_error = 1e-7;
  verification.tolerance = 1e-6;
  verification.first = catalogue::Mismatch{7, {0, 7}, "1", "nan (0x7fc00000)", true};
  result.verification = verification;
  Fault fault;
  fault.kind = FaultKind::guard;
  fault.message = "writes past the end";
  fault.remedy = "check the index";
  fault.file = "k.cu";
  fault.line = 12;
  fault.block = 0;
  fault.thread = 255;
  fault.address = max_u64;
  fault.offset = 1024;
  fault.memory.buffer = "out";
  fault.entry = "k";
  fault.column = 5;
  fault.ptx_line = 77;
  fault.count = max_u64;
  result.faults = {fault, Fault{}};
  result.heat.emplace();
  result.heat->records = max_u64;
  result.heat->dropped = max_u64 - 1;
  result.heat->first_block = 3;
  result.heat->blocks = max_u64 - 2;
  result.heat->grid_blocks = max_u64;
  result.heat->marked = false;
  result.heat->sites = {{"entry", "file.cu", 1, 2, 3, trace::Space::texture, trace::Operation::atomic, 16}};
  result.heat->buffers = {
      {{"out", catalogue::Role::inout, catalogue::ElementType::bf16, {3, 7}}, 16, {1, 2, 3, 4, max_u64}}};
  result.heat->slot = {all_bytes(), 0, max_u64};
  result.preview = Preview{2, 1, {0.5F, -1.0F}, {all_bytes(), max_u64 - 1, max_u64}};
  result.pending_attachments = {AttachmentKind::trace};
  result.dumps = {{"out", all_bytes()}, {"none", {}}};
  return result;
}

}  // namespace lanescope::experiments
