/* lanescope
title   = "Probe: the order of the blocks"
summary = "A copy by columns of tiles: do the blocks in flight crowd into one partition of memory, and does another order or pitch help?"
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "px.partition"
claims  = [
  "On GPUs whose channels are hashed neither the order of the blocks nor a pitch of 4160 in the place of 4096 changes anything.",
]

[parameters]
block_x = { values = [4, 8, 16, 32, 64], default = 32 }
block_y = { values = [4, 8, 16, 32], default = 8 }
map     = { values = ["rows", "columns", "diagonal"], default = "columns" }

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
entry     = "partition"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "8 * nx * ny"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

#include "block_order.cuh"

// Blocks side by side in their number take tiles side by side (rows), one below the other (columns: a band as high as the
// grid), or along diagonals. Tiles one below the other are a multiple of the pitch nx apart: where that is a multiple of what
// the partitions of memory take turns with, all meet the same one.
extern "C" __global__ void partition(float* out, const float* in, unsigned nx, unsigned ny) {
  const Tile tile = MAP == MAP_ROWS ? cartesian_order() : MAP == MAP_COLUMNS ? banded_order(gridDim.y) : diagonal_order();
  const unsigned x = tile.column * BLOCK_X + threadIdx.x, y = tile.row * BLOCK_Y + threadIdx.y;
  if (x < nx && y < ny) out[size_t(y) * nx + x] = in[size_t(y) * nx + x];
}
