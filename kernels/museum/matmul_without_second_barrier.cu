/* lanescope
title   = "Tiled product without its second barrier"
summary = "A warp that is done adding loads its part of the next tiles while another warp still adds from these."
article = "Matrix multiplication: from the CPU to shared tiles"
section = "shared tile"
claims  = ["Without the second barrier the product may be wrong, and may seem right for years."]

[parameters]
tile = { values = [8, 16, 32], default = 8 }

[problem]
m = { min = 1, max = 1024, default = 16 }
k = { min = 1, max = 1024, default = 16 }
n = { min = 1, max = 1024, default = 16 }

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_without_second_barrier"
grid      = ["ceil_div(n, tile)", "ceil_div(m, tile)"]
block     = ["tile", "tile"]
arguments = ["c", "a", "b", "m", "n", "k"]

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
reference = "matmul"
output    = "c"
relative  = "1e-3"

[expect]
fault = "race"
*/

// Each block computes one square of the product from tiles of a and b that its threads share: load both, wait for all, add.
//
// What is wrong: nothing keeps a fast warp from loading the next tiles into the same memory before a slow warp has read these.
// A tile has several warps, because the least side is 8: one warp of 32 threads would hide the fault.
// With k of one tile there is no next one, and all is well.
// Remedy: a second barrier behind the additions, or two tiles in turn.
extern "C" __global__ void matmul_without_second_barrier(float* c, const float* a, const float* b, unsigned m, unsigned n,
                                                         unsigned k) {
  __shared__ float a_tile[TILE][TILE];
  __shared__ float b_tile[TILE][TILE];
  const unsigned x = threadIdx.x, y = threadIdx.y;
  const unsigned row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0;
  for (unsigned first = 0; first < k; first += TILE) {
    a_tile[y][x] = row < m && first + x < k ? a[row * k + first + x] : 0;
    b_tile[y][x] = first + y < k && column < n ? b[(first + y) * n + column] : 0;
    __syncthreads();
    for (unsigned i = 0; i < TILE; ++i) sum += a_tile[y][i] * b_tile[i][x];
  }
  if (row < m && column < n) c[row * n + column] = sum;
}
