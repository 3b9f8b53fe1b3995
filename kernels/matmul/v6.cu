/* lanescope
title   = "Product by vectors"
summary = "16 bytes a load, from memory and from shared memory; the tile of a is kept turned so that a column of it is a row."
article = "Finding a bank conflict with Nsight Compute"
section = "kernel 6"
claims  = [
  "It is faster than reg2d: a quarter of the loads.",
  "Reading into registers first (register_cache = on) or not is the same to the compiler, or slower: see registers, occupancy and wavefronts.",
  "With tn = 8 the reads of b are two-way; with tn = 4 they are clean.",
  "A padding of 4 removes the two-way conflict of the stores into the turned tile.",
]

[parameters]
bm             = { values = [32, 64, 128, 256], default = 128 }
bn             = { values = [32, 64, 128, 256], default = 128 }
bk             = { values = [4, 8, 16, 32], default = 8 }
tm             = { values = [4, 8], default = 8 }
tn             = { values = [4, 8], default = 8 }
a_pad          = { values = [0, 4, 8], default = 0 }
register_cache = { values = ["off", "on"], default = "on" }

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

[[require]]
that = "4 * bk * (bm + a_pad + bn) <= 49152"
else = "static shared memory ends at 48 KiB: choose a smaller tile"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
when      = "m % bm == 0 && n % bn == 0 && k % bk == 0"
entry     = "matmul_v6"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["bm * bn / (tm * tn)"]
arguments = ["c", "a", "b", "m", "n", "k"]

[[launch]]
when      = "!(m % bm == 0 && n % bn == 0 && k % bk == 0)"
entry     = "matmul_v6_ragged"
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

#include "matmul_tiles.cuh"

// A block computes BM x BN elements, a thread a patch of TM x TN.
constexpr unsigned threads = BM * BN / (TM * TN);

template <bool whole>
__device__ inline void multiply(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ __align__(16) float a_tile[BK][BM + A_PAD];  // turned
  __shared__ __align__(16) float b_tile[BK][BN];
  const unsigned first_row = blockIdx.y * BM, first_column = blockIdx.x * BN;
  const unsigned x = threadIdx.x % (BN / TN) * TN, y = threadIdx.x / (BN / TN) * TM;
  float sum[TM][TN] = {};
  for (unsigned first = 0; first < k; first += BK) {
    for (unsigned i = threadIdx.x; i < BM * BK / 4; i += threads) {
      const unsigned row = i / (BK / 4), column = i % (BK / 4) * 4;
      const float4 four = load_four<whole>(a, first_row + row, first + column, m, k);
      a_tile[column + 0][row] = four.x;
      a_tile[column + 1][row] = four.y;
      a_tile[column + 2][row] = four.z;
      a_tile[column + 3][row] = four.w;
    }
    for (unsigned i = threadIdx.x; i < BK * BN / 4; i += threads) {
      const unsigned row = i / (BN / 4), column = i % (BN / 4) * 4;
      const float4 four = load_four<whole>(b, first + row, first_column + column, k, n);
      *reinterpret_cast<float4*>(&b_tile[row][column]) = four;
    }
    __syncthreads();
#pragma unroll
    for (unsigned e = 0; e < BK; ++e) {
#if REGISTER_CACHE == REGISTER_CACHE_ON
      float left[TM], right[TN];
#pragma unroll
      for (unsigned i = 0; i < TM; i += 4) {
        const float4 four = *reinterpret_cast<const float4*>(&a_tile[e][y + i]);
        left[i] = four.x, left[i + 1] = four.y, left[i + 2] = four.z, left[i + 3] = four.w;
      }
#pragma unroll
      for (unsigned j = 0; j < TN; j += 4) {
        const float4 four = *reinterpret_cast<const float4*>(&b_tile[e][x + j]);
        right[j] = four.x, right[j + 1] = four.y, right[j + 2] = four.z, right[j + 3] = four.w;
      }
#else
      const float* const left = &a_tile[e][y];
      const float* const right = &b_tile[e][x];
#endif
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
    for (unsigned j = 0; j < TN; j += 4) {
      const float4 four = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
      store_four<whole>(c, first_row + y + i, first_column + x + j, m, n, four);
    }
  }
}

extern "C" __global__ __launch_bounds__(threads) void matmul_v6(float* c, const float* a, const float* b, unsigned m,
                                                                unsigned n, unsigned k) {
  multiply<true>(c, a, b, m, n, k);
}

extern "C" __global__ __launch_bounds__(threads) void matmul_v6_ragged(float* c, const float* a, const float* b, unsigned m,
                                                                       unsigned n, unsigned k) {
  multiply<false>(c, a, b, m, n, k);
}
