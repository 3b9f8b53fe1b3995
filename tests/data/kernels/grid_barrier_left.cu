/* lanescope
title   = "A barrier of the grid that blocks leave out"
summary = "The last blocks return before a barrier of the grid, at which the others wait for them."

[parameters]
leaving = { values = [0, 1, 3], default = 1 }
before  = { values = [1, 2], default = 1 }

[buffers]
out = { role = "out", type = "u32", shape = [8] }

[[launch]]
entry     = "grid_barrier_left"
grid      = [8]
block     = [64]
arguments = ["out"]
cooperative = true

[work]
bytes = 32
flops = 0
*/
#include <cooperative_groups.h>

extern "C" __global__ void grid_barrier_left(unsigned* out) {
  const auto grid = cooperative_groups::this_grid();
  const bool leaves = blockIdx.x >= gridDim.x - LEAVING;
  if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x;
  if (leaves && BEFORE == 1) return;
  grid.sync();  // the first
  if (leaves && BEFORE == 2) return;
  grid.sync();  // the second
}
