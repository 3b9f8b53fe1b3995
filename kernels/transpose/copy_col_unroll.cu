/* lanescope
title   = "Copy by columns, unrolled"
summary = "More loads on their way hide the wait, not the waste: each still fetches 32 bytes for 4."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = ["Copying along rows is faster than copying along columns."]

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
entry     = "copy_col_unroll"
grid      = ["ceil_div(ny, block_x * unroll)", "ceil_div(nx, block_y)"]
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

// threadIdx.x runs down a column. A thread copies UNROLL elements of it, BLOCK_X rows apart; all loads stand before the
// first store, and each element has its own guard.
extern "C" __global__ void copy_col_unroll(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned first_y = blockIdx.x * BLOCK_X * UNROLL + threadIdx.x;
  const unsigned x = blockIdx.y * BLOCK_Y + threadIdx.y;

  float element[UNROLL];
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
    const unsigned y = first_y + k * BLOCK_X;
    if (x < nx && y < ny) element[k] = LOAD(&in[size_t(y) * nx + x]);
  }
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
    const unsigned y = first_y + k * BLOCK_X;
    if (x < nx && y < ny) STORE(&out[size_t(y) * nx + x], element[k]);
  }
}
