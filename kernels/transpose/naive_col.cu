/* lanescope
title   = "Naive transpose, coalesced writes"
summary = "Reads columns, writes rows: the scattered loads can be served again from the cache, so this side hurts less."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "case 3, transformNaiveCol"
claims  = [
  "Coalesced reads matter more than coalesced writes, so naive_row is faster than naive_col.",
  "Of the blocks (32, 32), (32, 16), (32, 8), (64, 16), (64, 8) and (128, 8), (32, 16) is the fastest.",
  "A block narrower than a warp, (8, 32) or (4, 64), is faster than all six.",
]

[parameters]
block_x  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 32 }
block_y  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 8 }
load_op  = { values = ["ca", "cg", "cs", "cv"], default = "ca" }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

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
entry     = "transpose_naive_col"
grid      = ["ceil_div(ny, block_x)", "ceil_div(nx, block_y)"]
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

#include "cache_operators.cuh"

// x and y run over the output, which has nx rows of ny elements: so the grid covers ny columns by nx rows, and the kernel
// is right for rectangles too. Neighbouring threads write neighbouring elements and read elements a row of in apart.
extern "C" __global__ void transpose_naive_col(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x < ny && y < nx) {
    STORE(&out[size_t(y) * ny + x], LOAD(&in[size_t(x) * nx + y]));
  }
}
