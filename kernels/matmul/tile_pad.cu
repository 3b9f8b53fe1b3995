/* lanescope
title   = "Product from padded tiles"
summary = "A word of padding a row, as the transpose needs it. Here it does nothing: the tiles had no conflicts to begin with."
article = "Matrix multiplication: from the CPU to shared tiles"
section = "beyond the article"
claims  = [
  "With x along the rows padding changes nothing for tile = 32; for 8 and 16 a padding of 1 makes the store into the tile two-way.",
  "With x down the columns (map = x_row) a padding of 1 removes the conflicts of tile = 32.",
]

[parameters]
tile = { values = [2, 4, 8, 16, 32], default = 16 }
pad  = { values = [0, 1, 2, 3, 4], default = 1 }
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
entry     = "matmul_tile_pad"
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

// As matmul/tile, with PAD words behind each row of the tiles.
extern "C" __global__ void matmul_tile_pad(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[TILE][TILE + PAD];
  __shared__ float b_tile[TILE][TILE + PAD];
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
