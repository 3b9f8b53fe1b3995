/* lanescope
title   = "Product by warp tiles of 4 x 8 lanes"
summary = "The article's kernel with the bank conflict: eight lanes side by side read eight columns each, and every fifth meets the first one's banks."
article = "Finding a bank conflict with Nsight Compute"
section = "MatmulKernelV10"
claims  = [
  "With tile_row = tile_col = 8 a warp needs 20 wavefronts a step of k: 4 for a, 16 for b, of which 8 are conflicts. With tile_col = 4 it needs 12.",
  "With the rows fastest (lane_order = rows_fast) there is no conflict with tile_col = 8 either.",
  "Padding the rows of b does not help: one step reads one row. A swizzle does.",
  "At 4096 x 4096 x 4096 all loads of shared memory take 671 million wavefronts, and 403 million with tile_col = 4; 2.147 billion multiply-add instructions either way.",
  "The fix is worth up to 1.25: 204.8 operations a wavefront cap an SM at 80 % of its peak.",
]

[parameters]
bm         = { values = [32, 64, 128, 256], default = 128 }
bn         = { values = [64, 128, 256], default = 128 }
bk         = { values = [8, 16, 32], default = 8 }
warp_n     = { values = [32, 64, 128], default = 64 }
tile_row   = { values = [4, 8], default = 8 }
tile_col   = { values = [4, 8, 16], default = 8 }
lane_order = { values = ["columns_fast", "rows_fast"], default = "columns_fast" }
layout     = { values = ["plain", "padded", "swizzled"], default = "plain" }
a_pad      = { values = [0, 4, 8], default = 0 }

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

[let]
warp_m = "2048 / warp_n"

[[require]]
that = "warp_n % (8 * tile_col) == 0"
else = "8 lanes side by side with tile_col columns each are wider than the warp: choose a larger warp_n or a smaller tile_col"

[[require]]
that = "warp_m % (4 * tile_row) == 0"
else = "4 lanes above each other with tile_row rows each are higher than the warp: choose a smaller warp_n or a smaller tile_row"

[[require]]
that = "bm % warp_m == 0 && bn % warp_n == 0"
else = "the tiles of the warps must fill that of the block"

[[require]]
that = "bm * bn / 64 <= 512"
else = "more than 512 threads with 64 outputs each do not fit into the registers of an SM"

[[require]]
that = "4 * bk * (bm + a_pad + bn + 4) <= 49152"
else = "static shared memory ends at 48 KiB: choose a smaller tile"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
when      = "m % bm == 0 && n % bn == 0 && k % bk == 0"
entry     = "matmul_v10"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["bm * bn / 64"]
arguments = ["c", "a", "b", "m", "n", "k"]

[[launch]]
when      = "!(m % bm == 0 && n % bn == 0 && k % bk == 0)"
entry     = "matmul_v10_ragged"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["bm * bn / 64"]
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

// A thread computes 64 elements, a warp 2048: WARP_N columns wide and 2048 / WARP_N rows high. The 32 lanes stand in 4 rows
// and 8 columns. Each lane has TILE_ROW rows and TILE_COL columns at a time; where that does not fill the warp's tile the
// pattern repeats, 4 * TILE_ROW rows further down and 8 * TILE_COL columns further right. So a smaller tile_col changes which
// columns a lane has, and not how many.
constexpr unsigned warp_m = 2048 / WARP_N;
constexpr unsigned row_groups = warp_m / (4 * TILE_ROW), column_groups = WARP_N / (8 * TILE_COL);
constexpr unsigned threads = BM * BN / 64;
constexpr unsigned b_pad = LAYOUT == LAYOUT_PADDED ? 4 : 0;

// Where a column of b_tile lies. The swizzle leaves fours whole and exchanges them within 32 columns, for each 32 in another
// way: those 8 or 16 columns apart come to lie in different banks.
__device__ inline unsigned place(unsigned column) {
  return LAYOUT == LAYOUT_SWIZZLED ? column ^ column / 32 % 8 * 4 : column;
}

template <bool whole>
__device__ inline void multiply(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ __align__(16) float a_tile[BK][BM + A_PAD];  // turned
  __shared__ __align__(16) float b_tile[BK][BN + b_pad];
  const unsigned first_row = blockIdx.y * BM, first_column = blockIdx.x * BN;
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const LanePlace at = LANE_ORDER == LANE_ORDER_COLUMNS_FAST ? columns_fast(lane, 8) : rows_fast(lane, 8);
  const unsigned y = warp / (BN / WARP_N) * warp_m + at.row * TILE_ROW;
  const unsigned x = warp % (BN / WARP_N) * WARP_N + at.column * TILE_COL;
  float sum[row_groups * TILE_ROW][column_groups * TILE_COL] = {};
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
      *reinterpret_cast<float4*>(&b_tile[row][place(column)]) = four;
    }
    __syncthreads();
#pragma unroll
    for (unsigned e = 0; e < BK; ++e) {
      float left[row_groups * TILE_ROW], right[column_groups * TILE_COL];
#pragma unroll
      for (unsigned i = 0; i < row_groups * TILE_ROW; i += 4) {
        const unsigned row = y + i / TILE_ROW * 4 * TILE_ROW + i % TILE_ROW;
        const float4 four = *reinterpret_cast<const float4*>(&a_tile[e][row]);
        left[i] = four.x, left[i + 1] = four.y, left[i + 2] = four.z, left[i + 3] = four.w;
      }
#pragma unroll
      for (unsigned j = 0; j < column_groups * TILE_COL; j += 4) {
        const unsigned column = x + j / TILE_COL * 8 * TILE_COL + j % TILE_COL;
        const float4 four = *reinterpret_cast<const float4*>(&b_tile[e][place(column)]);
        right[j] = four.x, right[j + 1] = four.y, right[j + 2] = four.z, right[j + 3] = four.w;
      }
#pragma unroll
      for (unsigned i = 0; i < row_groups * TILE_ROW; ++i) {
#pragma unroll
        for (unsigned j = 0; j < column_groups * TILE_COL; ++j) sum[i][j] += left[i] * right[j];
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (unsigned i = 0; i < row_groups * TILE_ROW; ++i) {
#pragma unroll
    for (unsigned j = 0; j < column_groups * TILE_COL; j += 4) {
      const unsigned row = first_row + y + i / TILE_ROW * 4 * TILE_ROW + i % TILE_ROW;
      const unsigned column = first_column + x + j / TILE_COL * 8 * TILE_COL + j % TILE_COL;
      store_four<whole>(c, row, column, m, n, {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]});
    }
  }
}

extern "C" __global__ __launch_bounds__(threads) void matmul_v10(float* c, const float* a, const float* b, unsigned m,
                                                                 unsigned n, unsigned k) {
  multiply<true>(c, a, b, m, n, k);
}

extern "C" __global__ __launch_bounds__(threads) void matmul_v10_ragged(float* c, const float* a, const float* b,
                                                                        unsigned m, unsigned n, unsigned k) {
  multiply<false>(c, a, b, m, n, k);
}
