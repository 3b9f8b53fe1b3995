/* lanescope
title   = "A transpose of every shape"
summary = "Rows of any length, word by word: each piece of a row is stored from the beginning of a sector, and small matrices get small tiles."
article = "beyond the article"
section = "beyond the article"
claims  = [
  "Where rows have an odd length, a piece that begins at a sector is worth a third of the time.",
  "A small matrix is faster in small tiles, which give more processors something to do.",
]

[parameters]
tile     = { values = [0, 32, 64], default = 0 }
from     = { values = ["sector", "anywhere"], default = "sector" }
load_op  = { values = ["ca", "cg", "cs", "cv"], default = "ca" }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

[problem]
nx = { min = 1, max = 32768, default = 3000 }
ny = { min = 1, max = 32768, default = 2001 }

[let]
chosen = "tile > 0 ? tile : nx * ny < 1200000 ? 32 : 64"
back   = "from == from_sector ? 7 : 0"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
when      = "chosen == 64"
entry     = "transpose_large"
grid      = ["ceil_div(nx, 32)", "ceil_div(ny + back, 64)"]
block     = [256]
arguments = ["out", "in", "nx", "ny"]

[[launch]]
when      = "chosen == 32"
entry     = "transpose_small"
grid      = ["ceil_div(nx, 32)", "ceil_div(ny, 32)"]
block     = [256]
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

// transpose/best moves 16 bytes a thread, which needs rows that begin at multiples of 16 bytes. Rows of every length go word by
// word, and then the stores decide: a row of out that has an odd length begins anywhere within a sector of 32 bytes, so that a
// piece of 64 words, from column 64 t on, begins and ends in the middle of one. Two blocks store each of these sectors in
// parts, and the L2 keeps parts apart. What is done about it:
//
// 1. In each row of out the pieces of the blocks are moved back by up to 7 words, to where a sector begins. A block reads the
//    7 rows of in before its own, which the block before has brought into the L2, and leaves the rest at its end to the next.
// 2. All words of a thread are asked for before the first is put into shared memory.
// 3. A matrix of less than about a million elements has too few tiles of 32 x 64 for all processors: it gets 32 x 32. All of
//    it fits into the L2, where parts of sectors find each other, so that nothing is moved.
template <unsigned length, unsigned before>
__device__ inline void transpose(float* out, const float* in, unsigned nx, unsigned ny) {
  constexpr unsigned threads = 256, width = 32;                 // of the tile in in; length is that of a piece of out
  constexpr unsigned rows = before == 0 ? length : length + 8;  // of in; the last one of these, if more, is in no piece
  constexpr unsigned loads = rows * width / threads, stores = length * width / threads;
  __shared__ float turned[width * (length + 1)];  // rows of out, one bank apart

  // Rows before the first of the matrix have numbers beyond the last.
  float value[loads];
#pragma unroll
  for (unsigned i = 0; i < loads; ++i) {
    const unsigned number = i * threads + threadIdx.x;
    const unsigned x = blockIdx.x * width + number % width, y = blockIdx.y * length + number / width - before;
    value[i] = x < nx && y < ny ? LOAD(&in[size_t(y) * nx + x]) : 0;
  }
#pragma unroll
  for (unsigned i = 0; i < loads; ++i) {
    const unsigned number = i * threads + threadIdx.x;
    const unsigned column = number % width, back = before == 0 ? 0 : (blockIdx.x * width + column) * ny % 8;
    const unsigned place = number / width - before + back;
    if (place < length) turned[column * (length + 1) + place] = value[i];
  }

  __syncthreads();

#pragma unroll
  for (unsigned i = 0; i < stores; ++i) {
    const unsigned number = i * threads + threadIdx.x;
    const unsigned y = blockIdx.x * width + number / length, back = before == 0 ? 0 : y * ny % 8;
    const unsigned x = blockIdx.y * length + number % length - back;
    if (y < nx && x < ny) STORE(&out[size_t(y) * ny + x], turned[number / length * (length + 1) + number % length]);
  }
}

extern "C" __global__ __launch_bounds__(256) void transpose_large(float* out, const float* in, unsigned nx, unsigned ny) {
  transpose<64, FROM == FROM_SECTOR ? 7 : 0>(out, in, nx, ny);
}

extern "C" __global__ __launch_bounds__(256) void transpose_small(float* out, const float* in, unsigned nx, unsigned ny) {
  transpose<32, 0>(out, in, nx, ny);
}
