/* lanescope
title   = "Copy through a shared tile"
summary = "The same way through shared memory without the turn: what a transpose through tiles of this shape can reach at best."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = [
  "Copying through a tile costs nothing against copy_row.",
  "A tile of 32 without padding stays far below the copy, and with pad = 1 comes close to it.",
]

[parameters]
tile     = { values = [8, 16, 32, 64], default = 32 }
block_y  = { values = [1, 2, 4, 8, 16, 32], default = 8 }
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
that = "4 * tile * tile <= 48 * 1024"
else = "static shared memory ends at 48 KiB a block"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry     = "copy_smem_tile"
grid      = ["ceil_div(nx, tile)", "ceil_div(ny, tile)"]
block     = ["tile", "block_y"]
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

// Each thread takes out of the tile what it put in, so the barrier is not needed here. It stands because a transpose cannot
// do without it, and its price belongs to the bound.
extern "C" __global__ void copy_smem_tile(float* out, const float* in, unsigned nx, unsigned ny) {
  __shared__ float square[TILE][TILE];

  const unsigned x = blockIdx.x * TILE + threadIdx.x;
  for (unsigned row = threadIdx.y; row < TILE; row += BLOCK_Y) {
    const unsigned y = blockIdx.y * TILE + row;
    if (x < nx && y < ny) square[row][threadIdx.x] = LOAD(&in[size_t(y) * nx + x]);
  }

  __syncthreads();

  for (unsigned row = threadIdx.y; row < TILE; row += BLOCK_Y) {
    const unsigned y = blockIdx.y * TILE + row;
    if (x < nx && y < ny) STORE(&out[size_t(y) * nx + x], square[row][threadIdx.x]);
  }
}
