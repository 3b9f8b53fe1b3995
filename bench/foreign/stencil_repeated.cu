/* lanescope
title   = "A small plane smoothed again and again"
summary = "Each launch replaces elements by the mean of their neighbours; the planes stay in the L2 between launches."

[parameters]
block_x = { values = [32, 64, 128], default = 64 }
block_y = { values = [1, 4, 8], default = 4 }
steps   = { values = [2, 10, 50], default = 10 }

[problem]
nx = { min = 1, max = 16384, default = 1500 }
ny = { min = 1, max = 16384, default = 1000 }

[let]
step = "0"

[buffers]
from = { role = "inout", type = "f32", shape = ["ny", "nx"], fill = "random" }
to   = { role = "out",   type = "f32", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry        = "stencil_repeated"
grid         = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block        = ["block_x", "block_y"]
arguments    = ["to", "from", "nx", "ny"]
repeat_while = "step < steps"
update       = { step = "step + 1" }
swap         = ["from", "to"]

[work]
bytes = "8 * nx * ny * steps"
flops = "4 * nx * ny * steps"
*/
extern "C" __global__ void stencil_repeated(float* to, const float* from, int nx, int ny) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const auto at = [&](int column, int row) {
    return from[size_t(min(max(row, 0), ny - 1)) * nx + min(max(column, 0), nx - 1)];
  };
  to[size_t(y) * nx + x] = 0.25f * (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1));
}
