/* lanescope
title   = "Transpose through a swizzled tile"
summary = "Each row of the tile is stored in another order, column xor row: rows and columns are free of conflicts without a word of padding."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = [
  "It has no bank conflict with any tile, where padding by one leaves some with 16 and 8.",
  "It is as fast as padding by one.",
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
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_smem_swizzle"
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

#include "cache_operators.cuh"

// Where the element of a row and a column of the tile lies. Exclusive or with the row's number exchanges columns within the
// row, each row in its own way: a row still fills its own words, and the words of a column come to lie in different banks.
__device__ inline unsigned place(unsigned row, unsigned column) {
  return row * TILE + (column ^ row);
}

// A block moves one TILE x TILE square, as transpose/smem_tile does.
extern "C" __global__ void transpose_smem_swizzle(float* out, const float* in, unsigned nx, unsigned ny) {
  __shared__ float square[TILE * TILE];

  const unsigned in_x = blockIdx.x * TILE + threadIdx.x;
  for (unsigned row = threadIdx.y; row < TILE; row += BLOCK_Y) {
    const unsigned in_y = blockIdx.y * TILE + row;
    if (in_x < nx && in_y < ny) square[place(row, threadIdx.x)] = LOAD(&in[size_t(in_y) * nx + in_x]);
  }

  __syncthreads();

  const unsigned out_x = blockIdx.y * TILE + threadIdx.x;
  for (unsigned row = threadIdx.y; row < TILE; row += BLOCK_Y) {
    const unsigned out_y = blockIdx.x * TILE + row;
    if (out_x < ny && out_y < nx) STORE(&out[size_t(out_y) * ny + out_x], square[place(threadIdx.x, row)]);
  }
}
