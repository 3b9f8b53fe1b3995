/* lanescope
title   = "Transpose through a tile, diagonal blocks"
summary = "With both global sides coalesced only the order of blocks is left that could send them to the same part of the memory."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = [
  "Diagonal block order makes a transpose through shared tiles faster.",
  "On a grid of blocks that is not square the article's map misses tiles, so map = doc is refused; map = fixed is right.",
]

[parameters]
tile     = { values = [8, 16, 32, 64], default = 32 }
block_y  = { values = [1, 2, 4, 8, 16, 32], default = 8 }
pad      = { values = [0, 1], default = 1 }
map      = { values = ["doc", "fixed", "cartesian"], default = "fixed" }
load_op  = { values = ["ca", "cg", "cs", "cv"], default = "ca" }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

[problem]
nx = { min = 1, max = 32768, default = 4096 }
ny = { min = 1, max = 32768, default = 4096 }

[[require]]
that = "tile % block_y == 0"
else = "each thread moves tile / block_y elements, so block_y must divide the tile"

[[require]]
that = "tile * block_y <= 1024"
else = "a block has at most 1024 threads"

[[require]]
that = "4 * tile * (tile + pad) <= 48 * 1024"
else = "static shared memory ends at 48 KiB a block"

[[require]]
that = "map != map_doc || ceil_div(nx, tile) == ceil_div(ny, tile)"
else = "the article's map reaches every tile only on a square grid of blocks"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_smem_diag"
grid      = ["ceil_div(nx, tile)", "ceil_div(ny, tile)"]
block     = ["tile", "block_y"]
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

// transpose/smem_pad with another order of blocks; pad = 0 is transpose/smem_tile.
extern "C" __global__ void transpose_smem_diag(float* out, const float* in, unsigned nx, unsigned ny) {
  __shared__ float square[TILE][TILE + PAD];
  const Tile tile = MAP == MAP_DOC     ? diagonal_order_of_a_square()
                    : MAP == MAP_FIXED ? diagonal_order()
                                       : cartesian_order();

  const unsigned in_x = tile.column * TILE + threadIdx.x;
  for (unsigned row = threadIdx.y; row < TILE; row += BLOCK_Y) {
    const unsigned in_y = tile.row * TILE + row;
    if (in_x < nx && in_y < ny) square[row][threadIdx.x] = LOAD(&in[size_t(in_y) * nx + in_x]);
  }

  __syncthreads();

  const unsigned out_x = tile.row * TILE + threadIdx.x;
  for (unsigned row = threadIdx.y; row < TILE; row += BLOCK_Y) {
    const unsigned out_y = tile.column * TILE + row;
    if (out_x < ny && out_y < nx) STORE(&out[size_t(out_y) * ny + out_x], square[threadIdx.x][row]);
  }
}
