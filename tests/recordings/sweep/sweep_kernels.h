// Two kernels for the tests of sweeps: they share a knob and a size, and each has one of its own.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "catalogue/kernel.h"

namespace lanescope::recordings {

[[nodiscard]] inline std::shared_ptr<const catalogue::Kernel> kernel_of_text(const std::string& id,
                                                                             const std::string& parameters) {
  const std::string text = R"cuda(/* lanescope
title = "a kernel for tests"
summary = "Copies."
[parameters]
)cuda" + parameters + R"cuda(
[problem]
nx = { min = 1, max = 16384, default = 4096 }
[[require]]
that = "block_x <= nx"
else = "a block must not be wider than the matrix"
[buffers]
in  = { role = "in",  type = "f32", shape = ["nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx"], fill = "poison" }
[[launch]]
entry     = "k"
grid      = ["ceil_div(nx, block_x)"]
block     = ["block_x"]
arguments = ["out", "in", "nx"]
[work]
bytes = "8 * nx"
flops = "0"
[check]
reference = "copy"
output    = "out"
exact     = true
*/
extern "C" __global__ void k(float* out, const float* in, unsigned nx) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;
  if (x < nx) out[x] = in[x];
}
)cuda";
  auto kernel = catalogue::read_kernel({id, "/kernels/" + id + ".cu", text, {}});
  if (!kernel) throw std::runtime_error(kernel.error().front().text());
  return std::make_shared<const catalogue::Kernel>(std::move(*kernel));
}

/// Knobs block_x (numbers) and load_op (names).
[[nodiscard]] inline std::shared_ptr<const catalogue::Kernel> rows_kernel() {
  return kernel_of_text("copy/rows",
                        "block_x = { values = [8, 16, 32, 64], default = 32 }\n"
                        "load_op = { values = [\"ca\", \"cg\"], default = \"ca\" }");
}

/// Knobs block_x (other numbers than the first) and tile.
[[nodiscard]] inline std::shared_ptr<const catalogue::Kernel> tiles_kernel() {
  return kernel_of_text("copy/tiles",
                        "block_x = { values = [16, 32, 128], default = 32 }\ntile = { values = [1, 2], default = 1 }");
}

}  // namespace lanescope::recordings
