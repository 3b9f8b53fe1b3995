/* lanescope
title   = "Product with a patch of outputs a thread"
summary = "tm x tn elements a thread: tm + tn words of shared memory are enough for tm tn multiplications."
article = "beyond the articles"
section = "beyond the articles"
claims  = [
  "It is faster than reg1d: 8 x 8 outputs need 16 words a step where 8 x 1 need 9 for an eighth of the work.",
  "Its reads of b stride by tn words: four-way conflicts with tn = 8.",
]

[parameters]
bm = { values = [32, 64, 128], default = 128 }
bn = { values = [32, 64, 128], default = 128 }
bk = { values = [4, 8, 16, 32], default = 8 }
tm = { values = [1, 2, 4, 8], default = 8 }
tn = { values = [1, 2, 4, 8], default = 8 }

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

[[require]]
that = "bm * bn / (tm * tn) <= 1024"
else = "a block has at most 1024 threads: choose more outputs a thread or a smaller tile"

[[require]]
that = "bm * bn / (tm * tn) >= 32"
else = "a block has at least one warp: choose fewer outputs a thread or a larger tile"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_reg2d"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["bm * bn / (tm * tn)"]
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

// A block computes BM x BN elements, a thread a patch of TM x TN. What a step needs is read into registers first.
constexpr unsigned threads = BM * BN / (TM * TN);

extern "C" __global__ void matmul_reg2d(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ float a_tile[BM][BK];
  __shared__ float b_tile[BK][BN];
  const unsigned first_row = blockIdx.y * BM, first_column = blockIdx.x * BN;
  const unsigned x = threadIdx.x % (BN / TN) * TN, y = threadIdx.x / (BN / TN) * TM;
  float sum[TM][TN] = {};
  for (unsigned first = 0; first < k; first += BK) {
    for (unsigned i = threadIdx.x; i < BM * BK; i += threads) {
      const unsigned row = first_row + i / BK, column = first + i % BK;
      a_tile[i / BK][i % BK] = row < m && column < k ? a[size_t(row) * k + column] : 0;
    }
    for (unsigned i = threadIdx.x; i < BK * BN; i += threads) {
      const unsigned row = first + i / BN, column = first_column + i % BN;
      b_tile[i / BN][i % BN] = row < k && column < n ? b[size_t(row) * n + column] : 0;
    }
    __syncthreads();
#pragma unroll
    for (unsigned e = 0; e < BK; ++e) {
      float left[TM], right[TN];
#pragma unroll
      for (unsigned i = 0; i < TM; ++i) left[i] = a_tile[y + i][e];
#pragma unroll
      for (unsigned j = 0; j < TN; ++j) right[j] = b_tile[e][x + j];
#pragma unroll
      for (unsigned i = 0; i < TM; ++i) {
#pragma unroll
        for (unsigned j = 0; j < TN; ++j) sum[i][j] += left[i] * right[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned i = 0; i < TM; ++i) {
#pragma unroll
    for (unsigned j = 0; j < TN; ++j) {
      const unsigned row = first_row + y + i, column = first_column + x + j;
      if (row < m && column < n) c[size_t(row) * n + column] = sum[i][j];
    }
  }
}
