/* lanescope
title   = "Copy by columns"
summary = "Reads and writes along columns: every warp touches as many sectors as it has rows, on both sides, and that is the lower bound."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "case 1, copyCol"
claims  = [
  "Copying along rows is faster than copying along columns.",
  "A block of (8, 32) makes it several times faster than a block of (32, 8).",
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
out = { role = "out", type = "f32", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry     = "copy_col"
grid      = ["ceil_div(ny, block_x)", "ceil_div(nx, block_y)"]
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

// threadIdx.x runs down a column: neighbouring threads touch elements that are a whole row apart. A sector of 32 bytes is
// fetched for 4 of them; the 28 others are of use only to the threads of other y, if they find it in the cache in time.
extern "C" __global__ void copy_col(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned y = blockIdx.x * BLOCK_X + threadIdx.x;
  const unsigned x = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x < nx && y < ny) {
    const size_t i = size_t(y) * nx + x;
    STORE(&out[i], LOAD(&in[i]));
  }
}
