/* lanescope
title   = "Tiled product with the barrier behind the guard"
summary = "Threads outside the matrix skip the whole loop, and with it the barriers that the others wait at."
article = "Matrix multiplication: from the CPU to shared tiles"
section = "M-B7"
claims  = ["With sizes that are multiples of the tile all is well.", "Before compute capability 7.0 this may hang; since then it gives wrong values or seems to work."]

[parameters]
tile = { values = [4, 8, 16, 32], default = 8 }

[problem]
m = { min = 1, max = 1024, default = 12 }
k = { min = 1, max = 1024, default = 16 }
n = { min = 1, max = 1024, default = 16 }

[[require]]
that = "k % tile == 0"
else = "k must be a multiple of the tile: the fault shown here is that of the guard"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_barrier_behind_a_guard"
grid      = ["ceil_div(n, tile)", "ceil_div(m, tile)"]
block     = ["tile", "tile"]
arguments = ["c", "a", "b", "m", "k", "n"]

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
reference = "matmul"
output    = "c"
relative  = "1e-3"

[expect]
fault = "uninitialised"
*/

// Each block computes one square of the product from tiles of a and b that its threads share. The product has 12 rows, the
// tiles 8: the lower blocks have 4 rows of threads, 32 of 64, with nothing to compute.
//
// What is wrong: they leave before the loop. Since compute capability 7.0 a barrier waits only for threads that have not
// returned (before, it might wait for ever), but b's tile is loaded by all of them: the threads that stay read half a tile
// that nobody fills.
// Remedy: guard each load (with 0 outside) and the store, never a barrier.
extern "C" __global__ void matmul_barrier_behind_a_guard(float* c, const float* a, const float* b, unsigned m,
                                                         unsigned k, unsigned n) {
  __shared__ float a_tile[TILE][TILE];
  __shared__ float b_tile[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  if (row < m && column < n) {
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
}
