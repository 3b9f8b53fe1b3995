/* lanescope
title   = "Naive transpose, coalesced reads, unrolled"
summary = "Several coalesced loads on their way at once; the scattered stores stay what they are."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "case 4, transformNaiveRowUnroll"
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
entry     = "transpose_naive_row_unroll"
grid      = ["ceil_div(nx, block_x * unroll)", "ceil_div(ny, block_y)"]
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

// A thread turns UNROLL elements of a row of in, BLOCK_X apart: each load of a warp is coalesced. All loads stand before
// the first store. Each element has its own guard: a single one for all would let the last ones leave the row.
//
// The article never ran this kernel: its cases 4 and 5 both launch the one that reads columns.
extern "C" __global__ void transpose_naive_row_unroll(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned first_x = blockIdx.x * BLOCK_X * UNROLL + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;

  float element[UNROLL];
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
    const unsigned x = first_x + k * BLOCK_X;
    if (x < nx && y < ny) element[k] = LOAD(&in[size_t(y) * nx + x]);
  }
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
    const unsigned x = first_x + k * BLOCK_X;
    if (x < nx && y < ny) STORE(&out[size_t(x) * ny + y], element[k]);
  }
}
