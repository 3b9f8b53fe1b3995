/* lanescope
title   = "Copy by rows, unrolled"
summary = "Several loads of a thread are on their way at once: the wait for memory is shared, and copy_row turns out to be no bound at all."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = ["A copy unrolled by 4 is faster than copy_row, so copy_row is no upper bound for a transpose."]

[parameters]
block_x  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 32 }
block_y  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 8 }
unroll   = { values = [1, 2, 4, 8, 16], default = 4 }
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
out = { role = "out", type = "f32", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry     = "copy_row_unroll"
grid      = ["ceil_div(nx, block_x * unroll)", "ceil_div(ny, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "2 * 4 * nx * ny"
flops = "0"

[check]
reference = "copy"
output    = "out"
exact     = true
*/

#include "cache_operators.cuh"

// A thread copies UNROLL elements of a row, BLOCK_X apart, so that each load of a warp is still coalesced. All loads stand
// before the first store: none waits for another. Each element has its own guard: the last of them may lie outside.
extern "C" __global__ void copy_row_unroll(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned first_x = blockIdx.x * BLOCK_X * UNROLL + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const size_t row = size_t(y) * nx;

  float element[UNROLL];
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
    const unsigned x = first_x + k * BLOCK_X;
    if (x < nx && y < ny) element[k] = LOAD(&in[row + x]);
  }
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
    const unsigned x = first_x + k * BLOCK_X;
    if (x < nx && y < ny) STORE(&out[row + x], element[k]);
  }
}
