/* lanescope
title   = "Sum with a barrier of the grid"
summary = "All blocks wait for each other, then every block reads what the others wrote."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in       = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out      = { role = "out", type = "u32", shape = [1], fill = "poison" }
partial  = { role = "scratch", type = "u32", shape = ["ceil_div(n, block)"], fill = "poison" }

[[launch]]
entry     = "grid_sync_sum"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "partial", "n"]
cooperative = true

[work]
bytes = "8 * n"
flops = 0

[check]
reference = "sum"
output    = "out"
wrap      = true
*/
#include <cooperative_groups.h>

extern "C" __global__ void grid_sync_sum(unsigned* out, const unsigned* in, unsigned* partial, unsigned n) {
  __shared__ unsigned sum;
  const auto grid = cooperative_groups::this_grid();
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  atomicAdd(&sum, i < n ? in[i] : 0u);
  __syncthreads();
  if (threadIdx.x == 0) partial[blockIdx.x] = sum;
  grid.sync();
  if (grid.thread_rank() != 0) return;
  unsigned total = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) total += partial[block];
  out[0] = total;
}
