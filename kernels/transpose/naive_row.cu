/* lanescope
title   = "Naive transpose, coalesced reads"
summary = "Reads rows, writes columns: every warp scatters its stores over as many sectors as it has columns."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "case 2, transformNaiveRow"
claims  = ["Coalesced reads matter more than coalesced writes, so naive_row is faster than naive_col."]

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
entry     = "transpose_naive_row"
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

#include "cache_operators.cuh"

// in has ny rows of nx elements, out has nx rows of ny. Neighbouring threads read neighbouring elements of a row, and
// write elements that are a whole row of out apart.
extern "C" __global__ void transpose_naive_row(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x < nx && y < ny) {
    STORE(&out[size_t(x) * ny + y], LOAD(&in[size_t(y) * nx + x]));
  }
}
