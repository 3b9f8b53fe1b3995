/* lanescope
title   = "Tiled product that drops what no whole tile holds"
summary = "The number of tiles is k / tile, rounded down: with k = 3 and tiles of 2 the last term of every sum is missing."
article = "Matrix multiplication: from the CPU to shared tiles"
section = "M-B3"
claims  = ["With k a multiple of the tile the product is right.", "Nothing is out of bounds and every element is written: only comparing shows it."]

[parameters]
tile = { values = [2, 4, 8, 16, 32], default = 2 }

[problem]
m = { min = 1, max = 1024, default = 4 }
k = { min = 1, max = 1024, default = 3 }
n = { min = 1, max = 1024, default = 4 }

[[require]]
that = "m % tile == 0 && n % tile == 0"
else = "the tiles must cover the product without a rest: the fault shown here is that of k"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_drops_the_last_tile"
grid      = ["n / tile", "m / tile"]
block     = ["tile", "tile"]
arguments = ["c", "a", "b", "k", "n"]

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
reference = "matmul"
output    = "c"
relative  = "1e-3"

[expect]
fault = "mismatch"
*/

// Each block computes one square of the product from tiles of a and b that its threads share.
//
// What is wrong: k / TILE is rounded down. The article's own example has k = 3 and tiles of 2: one tile is added, the
// third column of a and the third row of b never.
// Remedy: (k + TILE - 1) / TILE tiles, and zeros for what lies outside of the matrices.
extern "C" __global__ void matmul_drops_the_last_tile(float* c, const float* a, const float* b, unsigned k, unsigned n) {
  __shared__ float a_tile[TILE][TILE];
  __shared__ float b_tile[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (unsigned tile = 0; tile < k / TILE; ++tile) {
    a_tile[y][x] = a[row * k + tile * TILE + x];
    b_tile[y][x] = b[(tile * TILE + y) * n + column];
    __syncthreads();
    for (unsigned i = 0; i < TILE; ++i) sum += a_tile[y][i] * b_tile[i][x];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
