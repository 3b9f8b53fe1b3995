/* lanescope
title   = "Product by warp tiles"
summary = "The reference article's kernel: a warp has a tile of its own, computed in pieces whose lanes stand close together."
article = "Finding a bank conflict with Nsight Compute"
section = "Author_V10"
claims  = [
  "With tn = 4 it has no bank conflict.",
  "Warp tiling is more than a small tn: the stores of c are denser too.",
]

[parameters]
bm        = { values = [32, 64, 128, 256], default = 128 }
bn        = { values = [32, 64, 128, 256], default = 128 }
bk        = { values = [8, 16, 32], default = 16 }
warp_m    = { values = [32, 64, 128], default = 64 }
warp_n    = { values = [32, 64, 128], default = 64 }
wn_groups = { values = [1, 2, 4], default = 4 }
tm        = { values = [4, 8], default = 8 }
tn        = { values = [4, 8], default = 4 }
a_pad     = { values = [0, 4, 8], default = 0 }

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

[let]
lane_columns = "warp_n / (wn_groups * tn)"
threads      = "32 * (bm / warp_m) * (bn / warp_n)"

[[require]]
that = "bm % warp_m == 0 && bn % warp_n == 0"
else = "the tiles of the warps must fill that of the block"

[[require]]
that = "warp_n % (wn_groups * tn) == 0 && 32 % max(1, lane_columns) == 0"
else = "a row of lanes must fill a piece of the warp's tile"

[[require]]
that = "warp_m * warp_n % (32 * tm * tn * wn_groups) == 0 && warp_m % max(1, warp_m * warp_n / (32 * tm * tn * wn_groups)) == 0"
else = "32 lanes with tm x tn elements must fill the pieces of the warp's tile"

[[require]]
that = "warp_m * warp_n <= 4096"
else = "more than 128 outputs a thread do not fit into its registers"

[[require]]
that = "threads >= 32 && threads * warp_m * warp_n / 32 <= 32768"
else = "the outputs of a block must fit into half of the registers of an SM"

[[require]]
that = "4 * bk * (bm + a_pad + bn) <= 49152"
else = "static shared memory ends at 48 KiB: choose a smaller tile"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
when      = "m % bm == 0 && n % bn == 0 && k % bk == 0"
entry     = "matmul_warptile"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["threads"]
arguments = ["c", "a", "b", "m", "n", "k"]

[[launch]]
when      = "!(m % bm == 0 && n % bn == 0 && k % bk == 0)"
entry     = "matmul_warptile_ragged"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["threads"]
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

// A warp computes WARP_M x WARP_N elements in row_groups x WN_GROUPS pieces. In each piece the lanes stand close together with
// TM x TN elements each.
constexpr unsigned warps = (BM / WARP_M) * (BN / WARP_N), threads = 32 * warps;
constexpr unsigned piece_n = WARP_N / WN_GROUPS, lane_columns = piece_n / TN;
constexpr unsigned row_groups = WARP_M * WARP_N / (32 * TM * TN * WN_GROUPS), piece_m = WARP_M / row_groups;

template <bool whole>
__device__ inline void multiply(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ __align__(16) float a_tile[BK][BM + A_PAD];  // turned
  __shared__ __align__(16) float b_tile[BK][BN];
  const unsigned first_row = blockIdx.y * BM, first_column = blockIdx.x * BN;
  const unsigned warp = threadIdx.x / 32;
  const LanePlace at = columns_fast(threadIdx.x % 32, lane_columns);
  const unsigned y = warp / (BN / WARP_N) * WARP_M + at.row * TM, x = warp % (BN / WARP_N) * WARP_N + at.column * TN;
  float sum[row_groups * TM][WN_GROUPS * TN] = {};
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
      float left[row_groups * TM], right[WN_GROUPS * TN];
#pragma unroll
      for (unsigned i = 0; i < row_groups * TM; i += 4) {
        const float4 four = *reinterpret_cast<const float4*>(&a_tile[e][y + i / TM * piece_m + i % TM]);
        left[i] = four.x, left[i + 1] = four.y, left[i + 2] = four.z, left[i + 3] = four.w;
      }
#pragma unroll
      for (unsigned j = 0; j < WN_GROUPS * TN; j += 4) {
        const float4 four = *reinterpret_cast<const float4*>(&b_tile[e][x + j / TN * piece_n + j % TN]);
        right[j] = four.x, right[j + 1] = four.y, right[j + 2] = four.z, right[j + 3] = four.w;
      }
#pragma unroll
      for (unsigned i = 0; i < row_groups * TM; ++i) {
#pragma unroll
        for (unsigned j = 0; j < WN_GROUPS * TN; ++j) sum[i][j] += left[i] * right[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned i = 0; i < row_groups * TM; ++i) {
#pragma unroll
    for (unsigned j = 0; j < WN_GROUPS * TN; j += 4) {
      const unsigned row = first_row + y + i / TM * piece_m + i % TM, column = first_column + x + j / TN * piece_n + j % TN;
      store_four<whole>(c, row, column, m, n, {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]});
    }
  }
}

extern "C" __global__ __launch_bounds__(threads) void matmul_warptile(float* c, const float* a, const float* b, unsigned m,
                                                                      unsigned n, unsigned k) {
  multiply<true>(c, a, b, m, n, k);
}

extern "C" __global__ __launch_bounds__(threads) void matmul_warptile_ragged(float* c, const float* a, const float* b,
                                                                             unsigned m, unsigned n, unsigned k) {
  multiply<false>(c, a, b, m, n, k);
}
