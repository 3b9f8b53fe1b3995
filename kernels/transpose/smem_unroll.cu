/* lanescope
title   = "Transpose through several padded tiles"
summary = "A block moves several tiles, and a thread asks for all its elements before it waits: more loads are on their way at once."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = ["More loads on their way help until the memory is busy all the time, and not beyond."]

[parameters]
tile     = { values = [8, 16, 32, 64], default = 32 }
block_y  = { values = [1, 2, 4, 8, 16, 32], default = 8 }
pad      = { values = [0, 1, 2, 3, 4, 5, 6, 7, 8], default = 1 }
unroll   = { values = [1, 2, 4], default = 2 }
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
that = "unroll * tile <= 64 * block_y"
else = "more than 64 elements do not fit into the registers of a thread"

[[require]]
that = "4 * unroll * tile * (tile + pad) <= 48 * 1024"
else = "static shared memory ends at 48 KiB a block"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_smem_unroll"
grid      = ["ceil_div(nx, tile * unroll)", "ceil_div(ny, tile)"]
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

// A block moves UNROLL squares that lie side by side in in, so one above the other in out. How often each loop runs is
// known to the compiler: it unrolls them, and puts all loads from global memory before the first store to the tiles.
extern "C" __global__ void transpose_smem_unroll(float* out, const float* in, unsigned nx, unsigned ny) {
  __shared__ float square[UNROLL][TILE][TILE + PAD];
  constexpr unsigned steps = TILE / BLOCK_Y;

  float element[UNROLL][steps] = {};  // beyond the matrix zeros, which nobody stores
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
#pragma unroll
    for (unsigned step = 0; step < steps; ++step) {
      const unsigned in_x = (blockIdx.x * UNROLL + k) * TILE + threadIdx.x;
      const unsigned in_y = blockIdx.y * TILE + step * BLOCK_Y + threadIdx.y;
      if (in_x < nx && in_y < ny) element[k][step] = LOAD(&in[size_t(in_y) * nx + in_x]);
    }
  }
#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
#pragma unroll
    for (unsigned step = 0; step < steps; ++step) {
      square[k][step * BLOCK_Y + threadIdx.y][threadIdx.x] = element[k][step];
    }
  }

  __syncthreads();

#pragma unroll
  for (unsigned k = 0; k < UNROLL; ++k) {
#pragma unroll
    for (unsigned step = 0; step < steps; ++step) {
      const unsigned row = step * BLOCK_Y + threadIdx.y;
      const unsigned out_x = blockIdx.y * TILE + threadIdx.x;
      const unsigned out_y = (blockIdx.x * UNROLL + k) * TILE + row;
      const float value = square[k][threadIdx.x][row];
      if (out_x < ny && out_y < nx) STORE(&out[size_t(out_y) * ny + out_x], value);
    }
  }
}
