/* lanescope
title   = "Naive transpose, coalesced writes, unrolled"
summary = "Several scattered loads on their way at once: while one waits for its sectors the others have already been asked for."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "case 5, transformNaiveColUnroll"
claims  = [
  "Unrolled by 4, a transpose that reads rows takes as long as one that reads columns.",
  "With nx = ny = 4097 or 4000, no multiples of 4 * block_x, no access leaves its row.",
]

[parameters]
block_x  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 32 }
block_y  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 8 }
unroll   = { values = [1, 2, 4, 8], default = 4 }
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
entry     = "transpose_naive_col_unroll"
grid      = ["ceil_div(ny, block_x * unroll)", "ceil_div(nx, block_y)"]
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

// x and y run over the output, which has nx rows of ny elements. A thread writes UNROLL elements of a row of out, BLOCK_X
// apart: each store of a warp is coalesced, each load goes down a column of in. All loads stand before the first store, and
// each element has its own guard.
extern "C" __global__ void transpose_naive_col_unroll(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned first_x = blockIdx.x * BLOCK_X * UNROLL + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;

  float element[UNROLL];
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
    const unsigned x = first_x + k * BLOCK_X;
    if (x < ny && y < nx) element[k] = LOAD(&in[size_t(x) * nx + y]);
  }
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
    const unsigned x = first_x + k * BLOCK_X;
    if (x < ny && y < nx) STORE(&out[size_t(y) * ny + x], element[k]);
  }
}
