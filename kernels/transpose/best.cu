/* lanescope
title   = "The best transpose"
summary = "Everything that helps, put together: 16 bytes a thread on both sides, turned in registers, no bank conflict, blocks in bands: 0.97 of the best copy."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = [
  "It reaches 0.95 of the best copy at 16384 x 16384.",
  "Without the swizzle (layout = plain) it loses a tenth at 4096 x 4096, and nothing at 16384 x 16384, where memory is the limit.",
]

[parameters]
tile_x   = { values = [32, 64, 128], default = 64 }
tile_y   = { values = [32, 64, 128], default = 64 }
block_x  = { values = [32, 64, 128, 256, 512, 1024], default = 128 }
layout   = { values = ["plain", "swizzled"], default = "swizzled" }
map      = { values = ["cartesian", "fixed", "bands"], default = "bands" }
band     = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 256 }
load_op  = { values = ["ca", "cg", "cs", "cv"], default = "ca" }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

[problem]
nx = { min = 1, max = 32768, default = 4096 }
ny = { min = 1, max = 32768, default = 4096 }

[[require]]
that = "16 * block_x <= tile_x * tile_y"
else = "a thread turns at least one patch of 4 x 4 elements"

[[require]]
that = "tile_x * tile_y <= 8 * 16 * block_x"
else = "more than 8 patches of 4 x 4 elements do not fit into the registers of a thread"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
when      = "nx % 4 == 0 && ny % 4 == 0"
entry     = "transpose_best"
grid      = ["ceil_div(nx, tile_x)", "ceil_div(ny, tile_y)"]
block     = ["block_x"]
arguments = ["out", "in", "nx", "ny"]
shared_bytes = "4 * tile_x * tile_y"

[[launch]]
when      = "!(nx % 4 == 0 && ny % 4 == 0)"
entry     = "transpose_best_ragged"
grid      = ["ceil_div(nx, tile_x)", "ceil_div(ny, tile_y)"]
block     = ["block_x"]
arguments = ["out", "in", "nx", "ny"]
shared_bytes = "4 * tile_x * tile_y"

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

// A block moves a tile of TILE_Y rows and TILE_X columns of in. What is done here, step by step from transpose/smem_pad,
// and what each step brought: GB/s with cold caches on an H200 (driver 580.159, CUDA 13.0, 2026-11-21, one run).
//
//                                                                          16384 x 16384   4096 x 4096
//   transpose/smem_pad: 32 x 33 words, block (32, 8)                               3,386         3,487
//   the same with a tile of 64: rows are met in pieces of 256 bytes, not 128       3,575         3,551
//   transpose/vec4_tile with a tile of 64, block (16, 16): steps 1 and 4           4,058         4,173
//   steps 2 and 3 (map = cartesian; with layout = plain 4,054 and 3,837)           4,063         4,267
//   step 6 (map = bands, band = 256)                                               4,169         4,241
//   to compare: transpose/copy_vec4                                                4,318         4,291
//               cudaMemcpy                                                         4,291         4,311
//
// 1. 16 bytes a thread, in and out (transpose/vec4_tile): a quarter of the instructions for the same bytes.
// 2. A thread takes patches of 4 x 4 elements, four fours one below the other. It turns a patch by renaming registers, so
//    that shared memory is met with 16 bytes a thread too: one instruction where vec4_tile needs four.
// 3. The tile is kept turned, TILE_X rows of TILE_Y / 4 fours, and swizzled. Shared memory serves eight threads with 16
//    bytes each at a time. The eight that store side by side hold patches of eight neighbouring columns, and would all hit
//    the same banks: exclusive or with the number of the patch's column sends them to different ones. Padding cannot: rows
//    stay multiples of 16 bytes, and of those four apart every second one meets the first again.
// 4. Each thread asks for all its patches before it puts the first into the tile: 4 * patches loads on their way at once.
// 5. A tile wide in x reads long pieces of rows, one wide in y writes long ones. 64 of both is enough: 128 brings nothing.
// 6. Blocks in bands (block_order.cuh), as high as the matrix: those in flight write whole rows of out, one behind the
//    other. The other way round, reading whole rows (map = cartesian), is slower where memory is the limit.
__device__ inline Tile tile_of_block() {
  return MAP == MAP_BANDS ? banded_order(BAND) : MAP == MAP_FIXED ? diagonal_order() : cartesian_order();
}

constexpr unsigned fours_x = TILE_X / 4, fours_y = TILE_Y / 4;
constexpr unsigned patches = fours_x * fours_y / BLOCK_X;  // of a thread

// Where a four of a row of the turned tile lies.
__device__ inline unsigned place(unsigned row, unsigned four) {
  return row * fours_y + (LAYOUT == LAYOUT_SWIZZLED ? four ^ (row / 4 % 8) : four);
}

// For rows of a multiple of four elements, in and out: every row begins at a multiple of 16 bytes, and no patch is cut by
// the matrix's edge.
extern "C" __global__ void transpose_best(float* out, const float* in, unsigned nx, unsigned ny) {
  extern __shared__ float4 turned[];
  const Tile tile = tile_of_block();

  float4 patch[patches][4] = {};  // beyond the matrix zeros, which nobody stores
#pragma unroll
  for (unsigned k = 0; k < patches; ++k) {
    const unsigned number = k * BLOCK_X + threadIdx.x;
    const unsigned x = tile.column * TILE_X + number % fours_x * 4;
    const unsigned y = tile.row * TILE_Y + number / fours_x * 4;
#pragma unroll
    for (unsigned i = 0; i < 4; ++i) {
      if (x < nx && y < ny) patch[k][i] = LOAD(reinterpret_cast<const float4*>(&in[size_t(y + i) * nx + x]));
    }
  }
#pragma unroll
  for (unsigned k = 0; k < patches; ++k) {
    const unsigned number = k * BLOCK_X + threadIdx.x;
    const unsigned row = number % fours_x * 4, four = number / fours_x;
    const float4 a = patch[k][0], b = patch[k][1], c = patch[k][2], d = patch[k][3];
    turned[place(row + 0, four)] = {a.x, b.x, c.x, d.x};
    turned[place(row + 1, four)] = {a.y, b.y, c.y, d.y};
    turned[place(row + 2, four)] = {a.z, b.z, c.z, d.z};
    turned[place(row + 3, four)] = {a.w, b.w, c.w, d.w};
  }

  __syncthreads();

  // All are read before the first is stored: none waits for another.
  float4 value[4 * patches];
#pragma unroll
  for (unsigned k = 0; k < 4 * patches; ++k) {
    const unsigned number = k * BLOCK_X + threadIdx.x;
    value[k] = turned[place(number / fours_y, number % fours_y)];
  }
#pragma unroll
  for (unsigned k = 0; k < 4 * patches; ++k) {
    const unsigned number = k * BLOCK_X + threadIdx.x;
    const unsigned x = tile.row * TILE_Y + number % fours_y * 4;
    const unsigned y = tile.column * TILE_X + number / fours_y;
    if (x < ny && y < nx) STORE(reinterpret_cast<float4*>(&out[size_t(y) * ny + x]), value[k]);
  }
}

// 16 bytes can be moved at once only where the address is a multiple of 16. With rows of another length, in or out, single
// elements are moved, by threads side by side.
extern "C" __global__ void transpose_best_ragged(float* out, const float* in, unsigned nx, unsigned ny) {
  extern __shared__ float words[];  // TILE_X rows of TILE_Y words, swizzled as in transpose/smem_swizzle
  const Tile tile = tile_of_block();

  for (unsigned number = threadIdx.x; number < TILE_X * TILE_Y; number += BLOCK_X) {
    const unsigned column = number % TILE_X, row = number / TILE_X;
    const unsigned x = tile.column * TILE_X + column, y = tile.row * TILE_Y + row;
    if (x < nx && y < ny) words[column * TILE_Y + (row ^ column % 32)] = LOAD(&in[size_t(y) * nx + x]);
  }

  __syncthreads();

  for (unsigned number = threadIdx.x; number < TILE_X * TILE_Y; number += BLOCK_X) {
    const unsigned column = number / TILE_Y, row = number % TILE_Y;
    const unsigned x = tile.row * TILE_Y + row, y = tile.column * TILE_X + column;
    if (x < ny && y < nx) STORE(&out[size_t(y) * ny + x], words[column * TILE_Y + (row ^ column % 32)]);
  }
}
