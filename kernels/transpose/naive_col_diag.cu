/* lanescope
title   = "Naive transpose, coalesced writes, diagonal blocks"
summary = "Blocks that run together take tiles of a diagonal, so that their scattered loads meet other parts of the memory."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "case 7, transformNaiveColDiagonal"
claims  = [
  "Diagonal block order makes the naive transpose faster.",
  "With blocks of (32, 16) on a square matrix the article's map misses half of the tiles, so map = doc is refused; map = fixed is right.",
]

[parameters]
block_x  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 32 }
block_y  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 8 }
map      = { values = ["doc", "fixed", "cartesian"], default = "fixed" }
load_op  = { values = ["ca", "cg", "cs", "cv"], default = "ca" }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

[problem]
nx = { min = 1, max = 32768, default = 4096 }
ny = { min = 1, max = 32768, default = 4096 }

[[require]]
that = "block_x * block_y <= 1024"
else = "a block has at most 1024 threads"

[[require]]
that = "map != map_doc || ceil_div(ny, block_x) == ceil_div(nx, block_y)"
else = "the article's map reaches every tile only on a square grid of blocks"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_naive_col_diag"
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

#include "block_order.cuh"
#include "cache_operators.cuh"

// naive_col with another order of blocks: tiles, x and y are those of the output, which has nx rows of ny elements. In the
// order of their numbers successive blocks read from the same columns of in, rows apart.
extern "C" __global__ void transpose_naive_col_diag(float* out, const float* in, unsigned nx, unsigned ny) {
  const Tile tile = MAP == MAP_DOC     ? diagonal_order_of_a_square()
                    : MAP == MAP_FIXED ? diagonal_order()
                                       : cartesian_order();
  const unsigned x = tile.column * BLOCK_X + threadIdx.x;
  const unsigned y = tile.row * BLOCK_Y + threadIdx.y;
  if (x < ny && y < nx) {
    STORE(&out[size_t(y) * ny + x], LOAD(&in[size_t(x) * nx + y]));
  }
}
