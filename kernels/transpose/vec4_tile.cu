/* lanescope
title   = "Transpose with 16 bytes a thread"
summary = "float4 on both global sides: a quarter of the global instructions, each moving 512 bytes of a warp, and the tile is turned word by word."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = ["With 16 bytes a thread a transpose through a tile comes closer to the copy than with 4."]

[parameters]
tile     = { values = [8, 16, 32, 64], default = 32 }
block_y  = { values = [1, 2, 4, 8, 16, 32, 64], default = 8 }
pad      = { values = [0, 1, 2, 3, 4, 5, 6, 7, 8], default = 1 }
load_op  = { values = ["ca", "cg", "cs", "cv"], default = "ca" }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

[problem]
nx = { min = 1, max = 32768, default = 4096 }
ny = { min = 1, max = 32768, default = 4096 }

[[require]]
that = "tile % block_y == 0"
else = "each thread moves tile / block_y fours, so block_y must divide the tile"

[[require]]
that = "tile <= 16 * block_y"
else = "more than 16 fours do not fit into the registers of a thread"

[[require]]
that = "4 * tile * (tile + pad) <= 48 * 1024"
else = "static shared memory ends at 48 KiB a block"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
when      = "nx % 4 == 0 && ny % 4 == 0"
entry     = "transpose_vec4_tile"
grid      = ["ceil_div(nx, tile)", "ceil_div(ny, tile)"]
block     = ["tile / 4", "block_y"]
arguments = ["out", "in", "nx", "ny"]

[[launch]]
when      = "!(nx % 4 == 0 && ny % 4 == 0)"
entry     = "transpose_vec4_tile_ragged"
grid      = ["ceil_div(nx, tile)", "ceil_div(ny, tile)"]
block     = ["tile / 4", "block_y"]
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

// For rows of a multiple of four elements, in and out: every row begins at a multiple of 16 bytes, and none of its fours is
// cut by the matrix's edge.
//
// A block moves one TILE x TILE square; threadIdx.x stands for four neighbouring columns. All fours of a thread are asked
// for before the first one is put into the tile. A four of the output is a column of four words of the tile: it is put
// together from four loads, which with TILE = 32 and PAD = 1 are free of conflicts as those of single words are.
extern "C" __global__ void transpose_vec4_tile(float* out, const float* in, unsigned nx, unsigned ny) {
  __shared__ float square[TILE][TILE + PAD];
  constexpr unsigned steps = TILE / BLOCK_Y;
  const unsigned column = 4 * threadIdx.x;

  float4 four[steps] = {};  // beyond the matrix zeros, which nobody stores
#pragma unroll
  for (unsigned step = 0; step < steps; ++step) {
    const unsigned in_x = blockIdx.x * TILE + column;
    const unsigned in_y = blockIdx.y * TILE + step * BLOCK_Y + threadIdx.y;
    if (in_x < nx && in_y < ny) four[step] = LOAD(reinterpret_cast<const float4*>(&in[size_t(in_y) * nx + in_x]));
  }
#pragma unroll
  for (unsigned step = 0; step < steps; ++step) {
    float* const row = square[step * BLOCK_Y + threadIdx.y];
    row[column + 0] = four[step].x;
    row[column + 1] = four[step].y;
    row[column + 2] = four[step].z;
    row[column + 3] = four[step].w;
  }

  __syncthreads();

#pragma unroll
  for (unsigned step = 0; step < steps; ++step) {
    const unsigned row = step * BLOCK_Y + threadIdx.y;
    const unsigned out_x = blockIdx.y * TILE + column;
    const unsigned out_y = blockIdx.x * TILE + row;
    const float4 turned = {square[column + 0][row], square[column + 1][row], square[column + 2][row],
                           square[column + 3][row]};
    if (out_x < ny && out_y < nx) STORE(reinterpret_cast<float4*>(&out[size_t(out_y) * ny + out_x]), turned);
  }
}

// 16 bytes can be moved at once only where the address is a multiple of 16. With rows of another length, in or out, single
// elements are moved, by threads side by side.
extern "C" __global__ void transpose_vec4_tile_ragged(float* out, const float* in, unsigned nx, unsigned ny) {
  __shared__ float square[TILE][TILE + PAD];

  for (unsigned row = threadIdx.y; row < TILE; row += BLOCK_Y) {
    for (unsigned column = threadIdx.x; column < TILE; column += TILE / 4) {
      const unsigned in_x = blockIdx.x * TILE + column, in_y = blockIdx.y * TILE + row;
      if (in_x < nx && in_y < ny) square[row][column] = LOAD(&in[size_t(in_y) * nx + in_x]);
    }
  }

  __syncthreads();

  for (unsigned row = threadIdx.y; row < TILE; row += BLOCK_Y) {
    for (unsigned column = threadIdx.x; column < TILE; column += TILE / 4) {
      const unsigned out_x = blockIdx.y * TILE + column, out_y = blockIdx.x * TILE + row;
      if (out_x < ny && out_y < nx) STORE(&out[size_t(out_y) * ny + out_x], square[column][row]);
    }
  }
}
