/* lanescope
title   = "Matrix product in registers"
summary = "64 threads compute a 64 x 64 square, 8 x 8 of it in the registers of each: for every step along k a thread reads 16 numbers from shared memory and multiplies 64 times."

[problem]
m = { min = 1, max = 8192, default = 128 }
n = { min = 1, max = 8192, default = 128 }
k = { min = 1, max = 8192, default = 128 }

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_registers"
grid      = ["ceil_div(n, 64)", "ceil_div(m, 64)"]
block     = [64]
arguments = ["c", "a", "b", "m", "n", "k"]

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
reference = "matmul"
output    = "c"
relative  = "6e-8 * (k + 1)"  # k roundings of sums no larger than the terms together, and one of the reference
*/
extern "C" __global__ void matmul_registers(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[8][64];
  __shared__ float b_tile[8][64];
  const unsigned t = threadIdx.x, first_row = blockIdx.y * 64, first_column = blockIdx.x * 64;
  const unsigned row = t / 8 * 8, column = t % 8 * 8;
  float sum[8][8] = {};
  for (unsigned step = 0; step < k; step += 8) {
    for (unsigned i = 0; i < 8; ++i) {
      a_tile[i][t] = first_row + t < m && step + i < k ? a[size_t(first_row + t) * k + step + i] : 0;
      b_tile[i][t] = first_column + t < n && step + i < k ? b[size_t(step + i) * n + first_column + t] : 0;
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
      float left[8], right[8];
#pragma unroll
      for (unsigned j = 0; j < 8; ++j) left[j] = a_tile[i][row + j];
#pragma unroll
      for (unsigned j = 0; j < 8; ++j) right[j] = b_tile[i][column + j];
#pragma unroll
      for (unsigned y = 0; y < 8; ++y) {
#pragma unroll
        for (unsigned x = 0; x < 8; ++x) sum[y][x] += left[y] * right[x];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned y = 0; y < 8; ++y) {
#pragma unroll
    for (unsigned x = 0; x < 8; ++x) {
      const unsigned r = first_row + row + y, s = first_column + column + x;
      if (r < m && s < n) c[size_t(r) * n + s] = sum[y][x];
    }
  }
}
