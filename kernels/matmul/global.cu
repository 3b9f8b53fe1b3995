/* lanescope
title   = "Product straight from memory"
summary = "Many blocks, still one thread an element: any size, and every element is fetched again and again."
article = "Matrix multiplication: from the CPU to shared tiles"
section = "several blocks"
claims  = [
  "With x along the rows of c a warp meets 1 sector of a and 4 of b at a time; with x down the columns 32 and 1, and 32 sectors for each store.",
  "It stays far below the roof that memory sets for 2 m n k loads: the caches catch most of them.",
]

[parameters]
block_x = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 32 }
block_y = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 8 }
map     = { values = ["x_column", "x_row"], default = "x_column" }

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

[let]
columns_x = "map == map_x_column ? n : m"
rows_y    = "map == map_x_column ? m : n"

[[require]]
that = "block_x * block_y <= 1024"
else = "a block has at most 1024 threads"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_global"
grid      = ["ceil_div(columns_x, block_x)", "ceil_div(rows_y, block_y)"]
block     = ["block_x", "block_y"]
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

// Horizontally the first component grows, vertically the second: x is the column. The other way round (map = x_row) is right
// too, and every load and store of a warp is spread over as many rows as it has lanes.
extern "C" __global__ void matmul_global(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const unsigned row = MAP == MAP_X_COLUMN ? y : x, column = MAP == MAP_X_COLUMN ? x : y;
  if (row >= m || column >= n) return;
  float sum = 0;
  for (unsigned i = 0; i < k; ++i) sum += a[size_t(row) * k + i] * b[size_t(i) * n + column];
  c[size_t(row) * n + column] = sum;
}
