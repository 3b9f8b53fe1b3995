#include "gui/fixture.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace warpscope::gui::test {

namespace {

constexpr double bytes_moved = 2.0 * 4 * 4096 * 4096;
constexpr double median_ms = bytes_moved / 2871e6;

lab::Samples samples(double milliseconds) {
  return {milliseconds, milliseconds * 0.994, milliseconds * 1.011, 57, 0};
}

lab::Verification right() {
  lab::Verification verification;
  verification.passed = true;
  verification.method = "exact property on the device";
  verification.checked = 4096 * 4096;
  return verification;
}

}  // namespace

std::string kernel_text(const std::string& title) {
  return "/* warpscope\n"
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
  state.connected = true;
  state.worker = client::State::ready;
  state.machine = machine();
  gui::accept(state, std::shared_ptr<const catalogue::Snapshot>(std::move(snapshot)), 0);
  EXPECT_TRUE(perform(state, {"select_kernel", "transpose/naive_row"}, 0));
  return state;
}

lab::Machine machine() {
  lab::Machine machine;
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

lab::Result compiled(const State& state) {
  lab::Result result;
  result.request = state.setting;
  result.stage = lab::Stage::compiled;
  result.kernel = state.kernel;
  result.backend = "gpu";
  result.target = "9.0";
  result.machine = machine();
  for (const Knob& knob : state.knobs) {
    result.parameters[knob.name] = catalogue::value_from_text(knob.labels[knob.index]);
  }
  for (const SizeField& size : state.sizes) result.sizes[size.name] = size.value;
  if (const auto definition = state.definition()) result.source = definition->source.text;
  lab::LaunchInfo launch;
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

lab::Result sampled(const State& state) {
  lab::Result result = compiled(state);
  result.stage = lab::Stage::sampled;
  result.cold = samples(median_ms);
  result.hot = samples(0.93 * median_ms);
  result.clock_mhz = 1980;
  result.work_bytes = static_cast<std::int64_t>(bytes_moved);
  return result;
}

lab::Result refined(const State& state) {
  lab::Result result = sampled(state);
  result.stage = lab::Stage::refined;
  result.verification = right();
  result.preview = gradient(256, 256);
  return result;
}

lab::Result wrong(const State& state) {
  lab::Result result = sampled(state);
  result.stage = lab::Stage::failed;
  lab::Verification verification = right();
  verification.passed = false;
  verification.mismatches = 12;
  verification.first = lab::Mismatch{12305, {3, 17}, "0.25 (0x3e800000)", "0.5 (0x3f000000)", false};
  result.verification = verification;
  lab::Fault fault;
  fault.kind = "mismatch";
  fault.message = "12 of 16777216 elements of out are not what they must be";
  fault.remedy = "compare the index of the store with the one of the load";
  fault.buffer = "out";
  fault.offset = 49220;
  result.faults.push_back(fault);
  return result;
}

lab::Result without_gpu(const State& state) {
  lab::Result result = compiled(state);
  result.stage = lab::Stage::failed;
  result.machine = {};
  result.machine.host = "laptop";
  result.machine.nvrtc = "13.0";
  result.launches.front().blocks_per_sm.reset();
  result.launches.front().occupancy.reset();
  lab::Fault fault;
  fault.kind = "no_device";
  fault.message = "there is no NVIDIA driver on this machine (libcuda.so.1 was not found)";
  fault.remedy = "install the driver of the GPU, or start the program on a machine that has one";
  result.faults.push_back(fault);
  return result;
}

lab::Result with_compile_error(const State& state) {
  lab::Result result = compiled(state);
  result.stage = lab::Stage::failed;
  result.launches.clear();
  result.compile_ms.reset();
  lab::Diagnostic diagnostic;
  diagnostic.file = state.definition()->source.path;
  diagnostic.line = 39;
  diagnostic.column = 19;
  diagnostic.message = "identifier \"blokIdx\" is undefined";
  result.diagnostics.push_back(diagnostic);
  lab::Fault fault;
  fault.kind = "compile";
  fault.message = "identifier \"blokIdx\" is undefined";
  fault.file = diagnostic.file;
  fault.line = diagnostic.line;
  result.faults.push_back(fault);
  return result;
}

lab::Preview gradient(std::uint32_t width, std::uint32_t height) {
  lab::Preview preview;
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

void accept(State& state, lab::Result result, double seconds) {
  gui::accept(state, std::make_shared<const lab::Result>(std::move(result)), seconds);
}

void fill_history(State& state) {
  double seconds = 1;
  for (const auto& [value, rate] : {std::pair{8, 1450.0}, std::pair{16, 2210.0}, std::pair{32, 2871.0}}) {
    EXPECT_TRUE(perform(state, {"set_knob", "block_x", value}, seconds));
    for (int sample = 0; sample < 20; ++sample) {
      seconds += 0.5;
      const double wobble = rate * (1 + 0.012 * std::sin(1.7 * sample));
      state.history.add(History::Sample{seconds, wobble, 0.98 * wobble, 1.015 * wobble, state.setting});
    }
  }
}

}  // namespace warpscope::gui::test
