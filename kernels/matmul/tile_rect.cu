/* lanescope
title   = "Product from rectangular tiles"
summary = "The tile of c need not be a square, and the stretch of k neither: reuse is the harmonic mean of both sides."
article = "Matrix multiplication: from the CPU to shared tiles"
section = "beyond the article"
claims  = [
  "Each element of a is used tile_cols times, each of b tile_rows times: traffic is 4 m n k (1 / tile_rows + 1 / tile_cols).",
  "Of all tiles of as many threads the square moves the fewest bytes.",
]

[parameters]
tile_rows = { values = [1, 2, 4, 8, 16, 32, 64], default = 8 }
tile_cols = { values = [4, 8, 16, 32, 64, 128], default = 32 }
tile_k    = { values = [4, 8, 16, 32], default = 16 }

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

[[require]]
that = "tile_rows * tile_cols <= 1024"
else = "a block has at most 1024 threads"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_tile_rect"
grid      = ["ceil_div(n, tile_cols)", "ceil_div(m, tile_rows)"]
block     = ["tile_cols", "tile_rows"]
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

// As matmul/tile. The tiles have other shapes than the block: its threads take their elements in turns.
constexpr unsigned threads = TILE_ROWS * TILE_COLS;

extern "C" __global__ void matmul_tile_rect(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[TILE_ROWS][TILE_K];
  __shared__ float b_tile[TILE_K][TILE_COLS];
  const unsigned x = threadIdx.x, y = threadIdx.y, t = y * TILE_COLS + x;
  const unsigned first_row = blockIdx.y * TILE_ROWS, first_column = blockIdx.x * TILE_COLS;
  float sum = 0;
  for (unsigned first = 0; first < k; first += TILE_K) {
    for (unsigned i = t; i < TILE_ROWS * TILE_K; i += threads) {
      const unsigned row = first_row + i / TILE_K, column = first + i % TILE_K;
      a_tile[i / TILE_K][i % TILE_K] = row < m && column < k ? a[size_t(row) * k + column] : 0;
    }
    for (unsigned i = t; i < TILE_K * TILE_COLS; i += threads) {
      const unsigned row = first + i / TILE_COLS, column = first_column + i % TILE_COLS;
      b_tile[i / TILE_COLS][i % TILE_COLS] = row < k && column < n ? b[size_t(row) * n + column] : 0;
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < TILE_K; ++i) sum += a_tile[y][i] * b_tile[i][x];
    __syncthreads();
  }
  const unsigned row = first_row + y, column = first_column + x;
  if (row < m && column < n) c[size_t(row) * n + column] = sum;
}
