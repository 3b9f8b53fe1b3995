#include "gui/support/fixture.h"
#include "gui/store/knobs/knob_commands.h"
#include "gui/store/selection_commands.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "emulator/messages.h"
#include "worker/messages.h"

namespace lanescope::gui::test {

namespace {

constexpr double bytes_moved = 2.0 * 4 * 4096 * 4096;
constexpr double median_ms = bytes_moved / 2871e6;

catalogue::Samples samples(double milliseconds) {
  catalogue::Samples samples{milliseconds, milliseconds * 0.994, milliseconds * 1.011, 57, 0};
  samples.queue_blocked = true;
  return samples;
}

catalogue::Verification right() {
  catalogue::Verification verification;
  verification.passed = true;
  verification.method = "exact property on the device";
  verification.checked = 4096 * 4096;
  return verification;
}

}  // namespace

std::string kernel_text(const std::string& title) {
  return "/* lanescope\n"
         "title   = \"" +
         title +
         "\"\n"
         R"text(summary = "Reads rows, writes columns: every warp scatters its stores over 32 sectors."

[parameters]
block_x = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256], default = 32 }
block_y = { values = [1, 2, 4, 8, 16, 32], default = 8 }
load_op = { values = ["ca", "cg", "cs"], default = "ca" }

[problem]
nx = { min = 1, max = 32768, default = 4096 }
ny = { min = 1, max = 32768, default = 4096 }

[[require]]
that = "block_x * block_y <= 1024"
else = "a block has at most 1024 threads"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "2 * 4 * nx * ny"
flops = "0"

[check]
reference = "transpose"
output    = "out"
exact     = true
*/
// Each thread moves one element. Neighbouring threads read neighbouring columns.
extern "C" __global__ void transpose(float* out, const float* in, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < nx && y < ny) {
    out[static_cast<size_t>(x) * ny + y] = in[static_cast<size_t>(y) * nx + x];
  }
}
)text";
}

std::string museum_text(const std::string& title) {
  std::string text = kernel_text(title);
  return text.insert(text.find("*/"), "\n[expect]\nfault = \"out_of_bounds\"\n");
}

std::shared_ptr<const catalogue::Kernel> kernel(const std::string& id, const std::string& text) {
  catalogue::KernelSource source;
  source.id = id;
  source.path = "kernels/" + id + ".cu";
  source.text = text;
  auto read = catalogue::read_kernel(std::move(source));
  if (!read) {
    ADD_FAILURE() << read.error().front().text();
    return nullptr;
  }
  read->family = id.substr(0, id.find('/'));
  return std::make_shared<const catalogue::Kernel>(std::move(*read));
}

State state_with_kernels() {
  State state;
  auto snapshot = std::make_shared<catalogue::Snapshot>();
  for (const auto& [name, title] : {std::pair{"transpose/copy_row", "Copy by rows, the speed to reach"},
                                    std::pair{"transpose/naive_col", "Naive transpose, coalesced writes"},
                                    std::pair{"transpose/naive_row", "Naive transpose, coalesced reads"},
                                    std::pair{"transpose/smem_pad", "Through shared memory, padded tile"},
                                    std::pair{"transpose/smem_tile", "Through shared memory, square tile"}}) {
    snapshot->kernels[name] = kernel(name, kernel_text(title));
  }
  state.known.connected = true;
  state.known.worker = client::State::ready;
  state.known.machine = machine();
  pause_at_default_speeds(state.playback);
  gui::accept(state, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), 0);
  EXPECT_TRUE(perform(state, SelectKernel{"transpose/naive_row"}, 0));
  return state;
}

std::string knob_value(const State& state, const std::string& name) {
  for (const Knob& knob : state.knobs()) {
    if (knob.name == name) return knob.labels[knob.index];
  }
  ADD_FAILURE() << "no knob " << name;
  return {};
}

experiments::Machine machine() {
  experiments::Machine machine;
  machine.host = "lecture";
  machine.device = "Made-up GPU";
  machine.uuid = "GPU-00000000-0000-0000-0000-000000000000";
  machine.driver = "580.65";
  machine.nvrtc = "13.0";
  machine.compute_capability = "9.0";
  machine.sm_count = 132;
  machine.peak_gb_per_s = 4800;
  return machine;
}

experiments::Result compiled(const State& state) {
  experiments::Result result;
  result.request = state.selection.revision;
  result.stage = experiments::ResultStage::compiled;
  result.kernel = state.selection.kernel;
  result.backend = experiments::Backend::gpu;
  result.target = "9.0";
  result.machine = machine();
  for (const Knob& knob : state.knobs()) {
    result.parameters[knob.name] = catalogue::value_from_text(knob.labels[knob.index]);
  }
  for (const SizeField& size : state.sizes()) result.sizes[size.name] = size.value;
  if (const auto definition = state.definition()) result.source = definition->source.text;
  experiments::LaunchInfo launch;
  launch.entry = "transpose";
  launch.registers = 16;
  launch.shared_bytes = 0;
  launch.local_bytes = 0;
  launch.blocks_per_sm = 8;
  launch.occupancy = 1.0;
  result.launches.push_back(launch);
  result.compile_ms = 41.8;
  return result;
}

experiments::Result sampled(const State& state) {
  experiments::Result result = compiled(state);
  result.stage = experiments::ResultStage::sampled;
  result.cold = samples(median_ms);
  result.hot = samples(0.93 * median_ms);
  result.clock_mhz = 1980;
  result.work_bytes = static_cast<std::int64_t>(bytes_moved);
  return result;
}

experiments::Result refined(const State& state) {
  experiments::Result result = sampled(state);
  result.stage = experiments::ResultStage::refined;
  result.verification = right();
  result.preview = gradient(256, 256);
  return result;
}

experiments::Result slowed(const State& state, double factor) {
  experiments::Result result = refined(state);
  for (auto* time : {&result.cold, &result.hot}) {
    (*time)->median *= factor;
    (*time)->q1 *= factor;
    (*time)->q3 *= factor;
  }
  for (int i = 0; i < 57; ++i) {
    result.recent.push_back(static_cast<float>(result.hot->median * (1 + 0.0004 * (i - 28))));
  }
  return result;
}

experiments::Result wrong(const State& state) {
  experiments::Result result = sampled(state);
  result.stage = experiments::ResultStage::failed;
  catalogue::Verification verification = right();
  verification.passed = false;
  verification.mismatches = 12;
  verification.first = catalogue::Mismatch{12305, {3, 17}, "0.25 (0x3e800000)", "0.5 (0x3f000000)", false};
  result.verification = verification;
  experiments::Fault fault;
  fault.kind = FaultKind::mismatch;
  fault.message = "12 of 16777216 elements of out are not what they must be";
  fault.remedy = "compare the index of the store with the one of the load";
  fault.memory.buffer = "out";
  fault.offset = 49220;
  result.faults.push_back(fault);
  return result;
}

experiments::Result without_gpu(const State& state) {
  experiments::Result result = compiled(state);
  result.stage = experiments::ResultStage::failed;
  result.machine = {};
  result.machine.host = "laptop";
  result.machine.nvrtc = "13.0";
  result.launches.front().blocks_per_sm.reset();
  result.launches.front().occupancy.reset();
  experiments::Fault fault;
  fault.kind = FaultKind::no_device;
  fault.message = "there is no NVIDIA driver on this machine (libcuda.so.1 was not found)";
  fault.remedy = "install the driver of the GPU, or start the program on a machine that has one";
  result.faults.push_back(fault);
  return result;
}

model::Metrics metrics() {
  using trace::Operation;
  using trace::Space;
  model::Metrics metrics;
  metrics.blocks = 3;
  metrics.grid_blocks = 16384;
  const auto add = [&](Space space, Operation operation, model::Counts counts) {
    counts.requests = 24;
    counts.lanes = 24 * 32;
    model::SiteMetrics site;
    site.space = space;
    site.operation = operation;
    site.bytes_per_lane = 4;
    site.proven = true;
    site.counts = counts;
    metrics.executed.sites.push_back(site);
    metrics.executed.totals.push_back({space, operation, counts});
  };
  const auto sectors = [](std::uint64_t sum, std::uint64_t ideal) {
    model::Counts counts;
    counts.sectors = sum;
    counts.sectors_ideal = ideal;
    return counts;
  };
  const auto wavefronts = [](std::uint64_t sum, std::uint64_t ideal) {
    model::Counts counts;
    counts.wavefronts = sum;
    counts.wavefronts_ideal = ideal;
    return counts;
  };
  add(Space::global, Operation::load, sectors(96, 96));
  add(Space::global, Operation::store, sectors(768, 96));
  add(Space::shared, Operation::load, wavefronts(768, 24));
  metrics.written = metrics.executed;
  return metrics;
}

experiments::Result emulated(const State& state) {
  experiments::Result result = compiled(state);
  result.stage = experiments::ResultStage::refined;
  result.backend = experiments::Backend::emulator;
  result.machine = {};
  result.machine.host = "laptop";
  result.machine.nvrtc = "13.0";
  result.sheet.emplace();
  result.sheet->name = "H200";
  model::Occupancy occupancy;
  occupancy.blocks_per_sm = 8;
  occupancy.fraction = 1;
  occupancy.limits = {model::Limit::threads};
  result.launches.front().calculated = occupancy;
  result.metrics = metrics();
  result.notes = {"sizes reduced from nx x ny = 4096 x 4096 to nx x ny = 2048 x 2048"};
  result.verification = right();
  result.preview = gradient(256, 256);
  return result;
}

experiments::Result predicted(const State& state) {
  experiments::Result result = emulated(state);
  result.sheet = *model::device_sheet("H200");
  experiments::PredictedRun run;
  run.prediction.profile = "H200";
  run.prediction.cold = {0.0535, 0.048, 0.06};
  run.prediction.hot = {0.05, 0.045, 0.056};
  run.prediction.by_cause = {{predict::Cause::pipe, 0.91}, {predict::Cause::memory, 0.5}};
  run.prediction.limited_by = "limited by the LSU pipe";
  run.prediction.l2_hit_rate = 0.25;
  for (const SizeField& size : state.sizes()) run.sizes[size.name] = size.value;
  run.work_bytes = 2 * 4 * 4096LL * 4096;
  result.predicted = run;
  return result;
}

experiments::Fault out_of_bounds(const State& state) {
  experiments::Fault fault;
  fault.kind = FaultKind::out_of_bounds;
  fault.message = message<"out_of_bounds.access">(3, 4, message<"access.writes">(), 4, 0x7f0000020800,
                                                  message<"place.past_buffer">(0, "out", 1024));
  fault.remedy = message<"out_of_bounds.remedy">();
  fault.file = state.definition()->source.path;
  fault.line = 42;
  fault.entry = "transpose";
  fault.block = 4;
  fault.thread = 3;
  fault.address = 0x7f0000020800;
  fault.memory.buffer = "out";
  fault.offset = 1024;
  return fault;
}

experiments::Result blocked_launch(const State& state) {
  experiments::Result result = compiled(state);
  result.stage = experiments::ResultStage::failed;
  result.launch_blocked = true;
  result.faults.push_back(out_of_bounds(state));
  return result;
}

experiments::Result with_expected_fault(const State& state) {
  experiments::Result result = emulated(state);
  result.expected = FaultKind::out_of_bounds;
  result.faults.push_back(out_of_bounds(state));
  result.verification = catalogue::Verification{};
  result.verification->passed = true;
  return result;
}

experiments::Result with_compile_error(const State& state) {
  experiments::Result result = compiled(state);
  result.stage = experiments::ResultStage::failed;
  result.launches.clear();
  result.compile_ms.reset();
  Diagnostic diagnostic;
  diagnostic.file = state.definition()->source.path;
  diagnostic.line = 39;
  diagnostic.column = 19;
  diagnostic.message = "identifier \"blokIdx\" is undefined";
  result.diagnostics.push_back(diagnostic);
  experiments::Fault fault;
  fault.kind = FaultKind::compile;
  fault.message = "identifier \"blokIdx\" is undefined";
  fault.file = diagnostic.file;
  fault.line = diagnostic.line;
  result.faults.push_back(fault);
  return result;
}

experiments::Preview gradient(std::uint32_t width, std::uint32_t height) {
  experiments::Preview preview;
  preview.width = width;
  preview.height = height;
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const double wave = std::sin(0.06 * x) * std::cos(0.04 * y);
      preview.values.push_back(static_cast<float>(wave));
    }
  }
  return preview;
}

recordings::Recording recording_of(experiments::Result result) {
  recordings::Recording recording;
  recording.title = "made up";
  recording.date = recordings::current_date();
  recording.machine = machine();
  result.preview.reset();
  recording.results.push_back(std::move(result));
  return recording;
}

void edit(State& state, const std::string& text, double seconds) {
  auto snapshot = std::make_shared<catalogue::Snapshot>(*state.known.catalogue);
  snapshot->kernels[state.selection.kernel] = kernel(state.selection.kernel, text);
  gui::accept(state, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), seconds);
}

Effects accept(State& state, experiments::Result result, double seconds) {
  return gui::accept(state, std::make_shared<const experiments::Result>(std::move(result)), seconds);
}

void fill_history(State& state) {
  double seconds = 1;
  for (const auto& [value, rate] : {std::pair{8, 1450.0}, std::pair{16, 2210.0}, std::pair{32, 2871.0}}) {
    EXPECT_TRUE(perform(state, SetKnob{"block_x", value}, seconds));
    for (int sample = 0; sample < 20; ++sample) {
      seconds += 0.5;
      const double wobble = rate * (1 + 0.012 * std::sin(1.7 * sample));
      state.known.history.add(
          History::Sample{seconds, wobble, 0.98 * wobble, 1.015 * wobble, state.selection.revision});
    }
  }
}

void add_measurements(State& state) {
  for (int sample = 0; sample < 12; ++sample) {
    const double rate = 3300 + 20.0 * (sample % 3);
    state.known.history.add(
        History::Sample{33 + 0.5 * sample, rate, 0.98 * rate, 1.015 * rate, state.selection.revision, 0});
  }
}

std::vector<DoctorCheck> doctor_checks() {
  return {{"GPU", true, {"driver for CUDA 13.0", "0: Made-up GPU, compute capability 9.0"}, "", ""},
          {"counters",
           false,
           {"only the administrator may read them; nothing here needs them, ncu does"},
           "let everybody read them, then restart the machine",
           "echo 'options nvidia NVreg_RestrictProfilingToAdminUsers=0' | sudo tee "
           "/etc/modprobe.d/nvidia-profiling.conf"}};
}

}  // namespace lanescope::gui::test
