/* lanescope
title   = "Copy by rows"
summary = "Reads and writes along rows, coalesced on both sides: the practical upper bound for a transpose of this shape."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "case 0, copyRow"
claims  = ["Copying along rows is faster than copying along columns."]

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
entry     = "copy_row"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
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

// Both matrices have ny rows of nx elements. Neighbouring threads touch neighbouring elements on both sides.
extern "C" __global__ void copy_row(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x < nx && y < ny) {
    const size_t i = size_t(y) * nx + x;
    STORE(&out[i], LOAD(&in[i]));
  }
}
