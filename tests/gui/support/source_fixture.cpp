#include "gui/support/source_fixture.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace lanescope::gui::test {

namespace {

model::Counts counted(std::uint64_t requests, std::uint64_t lanes) {
  model::Counts counts;
  counts.requests = requests;
  counts.lanes = lanes;
  return counts;
}

void add(model::ViewMetrics& view, const std::string& file, int line, trace::Space space, trace::Operation operation,
         const model::Counts& counts, bool proven) {
  model::SiteMetrics site;
  site.file = file;
  site.line = line;
  site.space = space;
  site.operation = operation;
  site.proven = proven;
  site.reason = proven ? "" : "the cubin has no such load";
  site.counts = counts;
  view.sites.push_back(site);
  view.lines.push_back({file, line, space, operation, counts});
  view.totals.push_back({space, operation, counts});
}

model::ViewMetrics view_of(const std::string& file, int guard, int access, std::uint64_t wavefronts, bool proven) {
  using trace::Operation;
  using trace::Space;
  model::ViewMetrics view;
  model::Counts shared = counted(32, 512), load = counted(24, 768), store = counted(24, 768);
  shared.wavefronts = wavefronts;
  shared.wavefronts_ideal = 32;
  load.sectors = load.sectors_ideal = store.sectors_ideal = 96;
  store.sectors = 768;
  add(view, file, guard, Space::shared, Operation::load, shared, proven);
  add(view, file, access, Space::global, Operation::load, load, true);
  add(view, file, access, Space::global, Operation::store, store, true);
  model::Counts elsewhere = counted(16, 512);
  elsewhere.sectors = elsewhere.sectors_ideal = 96;
  add(view, "tile.cuh", access, Space::global, Operation::load, elsewhere, true);
  return view;
}

experiments::OccupancyCurves curves() {
  experiments::OccupancyCurves curves;
  curves.entry = "transpose";
  curves.block_threads = 256;
  curves.block_size = {32, 32, 256, {}};
  for (int threads = 32; threads <= 1024; threads += 32) {
    curves.block_size.warps.push_back(threads / 32 * std::min(32, 1280 / threads));
  }
  curves.registers = {8, 8, 48, {}};
  for (int registers = 8; registers <= 256; registers += 8) {
    curves.registers.warps.push_back(std::min(64, 65536 / (registers * 256) * 8));
  }
  curves.shared_memory = {0, 1024, 4096, {}};
  for (int kibibytes = 0; kibibytes <= 64; ++kibibytes) {
    curves.shared_memory.warps.push_back(std::min(40, kibibytes == 0 ? 40 : 228 / kibibytes * 8));
  }
  return curves;
}

}  // namespace

int line_of(const State& state, const std::string& words) {
  for (const SourceLine& line : state.source.text.lines) {
    if (!line.front_matter && line.text.find(words) != std::string::npos) return line.number;
  }
  ADD_FAILURE() << "no line has " << words;
  return 0;
}

experiments::Result with_costs(const State& state) {
  experiments::Result result = emulated(state);
  const std::string file = state.definition()->source.path;
  const int guard = line_of(state, "if (x < nx"), access = line_of(state, "out[static_cast");
  result.metrics->executed = view_of(file, guard, access, 64, false);
  result.metrics->written = view_of(file, guard, access, 128, true);
  result.ptx = fmt::format(R"ptx(.version 8.0
.target sm_90
.address_size 64

.visible .entry transpose(
	.param .u64 transpose_param_0
)
{{
	.reg .b32 	%r<4>;
	.reg .b64 	%rd<3>;

	.loc	1 {0} 3
	mov.u32 	%r1, %tid.x;
	ld.param.u64 	%rd1, [transpose_param_0];
	.loc	2 5 1, function_name $L__info_string0, inlined_at 1 {1} 5
	ld.global.u32 	%r2, [%rd1];
	.loc	1 {1} 9
	st.global.u32 	[%rd1], %r2;
	ret;

}}
	.file	1 "{2}"
	.file	2 "tile.cuh"
)ptx",
                           guard, access, file);
  experiments::SassFunction function;
  function.name = "transpose";
  function.instructions = {{0x00, "S2R R0, SR_TID.X ;", file, guard, 13},
                           {0x10, "LDG.E R2, [R4] ;", file, access, 16},
                           {0x20, "STG.E [R4], R2 ;", file, access, 18},
                           {0x30, "EXIT ;", "", 0, 19}};
  result.sass.emplace();
  result.sass->functions = {function};
  model::Occupancy occupancy;
  occupancy.blocks_per_sm = 5;
  occupancy.resident_warps = 40;
  occupancy.max_warps = 64;
  occupancy.fraction = 0.625;
  occupancy.limits = {model::Limit::registers};
  occupancy.by_threads = 8;
  occupancy.by_registers = 5;
  occupancy.by_blocks = 32;
  result.launches.front().entry = "transpose";
  result.launches.front().block = {32, 8, 1};
  result.launches.front().calculated = occupancy;
  result.curves = {curves()};
  return result;
}

experiments::Result measured(const State& state, double factor) {
  experiments::Result result = slowed(state, factor);
  result.metrics = with_costs(state).metrics;
  result.best_copy = experiments::CopyRate{4228, "cudaMemcpy of 512 MiB"};
  return result;
}

void record_sweep(State& state, const std::function<void(experiments::Result&)>& change) {
  for (const SweepCell& cell : sweep_grid(state).cells) {
    if (cell.setting.empty()) continue;
    State at = state_with_kernels();
    at.selection.values[at.selection.kernel] = cell.values;
    settle(at);
    experiments::Result result = refined(at);
    result.recorded = "2026-01-31T12:00:00Z";
    change(result);
    state.known.recordings.push_back(std::make_shared<const experiments::Result>(std::move(result)));
  }
}

void record_sweep(State& state) {
  record_sweep(state, [](experiments::Result& result) {
    const auto side = [&](const char* knob) {
      return static_cast<std::uint32_t>(std::get<std::int64_t>(result.parameters.at(knob)));
    };
    result.launches.front().block = {side("block_x"), side("block_y"), 1};
  });
}

}  // namespace lanescope::gui::test
