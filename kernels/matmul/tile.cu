/* lanescope
title   = "Product from shared tiles"
summary = "The threads of a block share what they load: a tile of a and one of b, each used tile times. Traffic falls by the tile."
article = "Matrix multiplication: from the CPU to shared tiles"
section = "shared tile"
claims  = [
  "The bytes loaded fall by the tile: 8 m n k / tile. The time falls by less, because caches had caught much of them.",
  "Without a single padding word there is no bank conflict: a is read by broadcast, b side by side.",
  "With x down the columns (map = x_row) reading and storing a_tile meets the same bank 32 times.",
  "k need not be a multiple of the tile: zeros fill the last one.",
]

[parameters]
tile = { values = [2, 4, 8, 16, 32], default = 16 }
map  = { values = ["x_column", "x_row"], default = "x_column" }

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_tile"
grid      = ["ceil_div(n, tile)", "ceil_div(m, tile)"]
block     = ["tile", "tile"]
arguments = ["c", "a", "b", "m", "n", "k"]

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
reference = "matmul"
output    = "c"
relative  = "6e-8 * (k + 1)"
sampled_rows = "m * n * k <= 134217728 ? m : min(m, 16)"
*/

// A block computes a square of TILE x TILE elements of c. It walks along its rows of a and down its columns of b, tile by tile:
// load both, wait for all, add TILE products, wait for all again before the next tiles overwrite these. All threads come to
// both barriers, also those outside of c; what lies outside of a and b is zero.
extern "C" __global__ void matmul_tile(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[TILE][TILE];
  __shared__ float b_tile[TILE][TILE];
  const unsigned x = MAP == MAP_X_COLUMN ? threadIdx.x : threadIdx.y;
  const unsigned y = MAP == MAP_X_COLUMN ? threadIdx.y : threadIdx.x;
  const unsigned row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (unsigned first = 0; first < k; first += TILE) {
    a_tile[y][x] = row < m && first + x < k ? a[size_t(row) * k + first + x] : 0;
    b_tile[y][x] = first + y < k && column < n ? b[size_t(first + y) * n + column] : 0;
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < TILE; ++i) {
      sum += a_tile[y][i] * b_tile[i][x];
    }
    __syncthreads();
  }
  if (row < m && column < n) c[size_t(row) * n + column] = sum;
}
