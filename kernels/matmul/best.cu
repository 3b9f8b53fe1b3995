/* warpscope
title   = "The best product"
summary = "Everything that helps, put together: 64 outputs a thread, no bank conflict, the next tiles and the next step of k always on their way."
article = "beyond the articles"
section = "beyond the articles"
claims  = [
  "It reaches 0.95 of cuBLAS at 4096 x 4096 x 4096, in FP32 without TF32.",
  "Each of its steps is worth something: one stage less, another lane order, no bands.",
]

[parameters]
bm         = { values = [64, 128, 256], default = 128 }
bn         = { values = [64, 128, 256], default = 128 }
bk         = { values = [8, 16, 32], default = 8 }
lane_order = { values = ["columns_fast", "rows_fast", "interleaved"], default = "interleaved" }
band       = { values = [0, 4, 8, 16], default = 8 }
min_blocks = { values = [1, 2], default = 2 }

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

[[require]]
that = "bm * bn / 64 <= 512"
else = "more than 512 threads with 64 outputs each do not fit into the registers of an SM"

[[require]]
that = "min_blocks * bm * bn / 64 <= 512"
else = "so many blocks do not fit into the registers of an SM"

[[require]]
that = "16 * bk >= bn && 16 * bk >= bm"
else = "each thread loads at least one four of each tile: choose a larger bk"

[[require]]
that = "8 * bk * (bm + 4 + bn) <= 49152"
else = "static shared memory ends at 48 KiB: choose a smaller tile"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
when      = "m % bm == 0 && n % bn == 0 && k % bk == 0"
entry     = "matmul_best"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["bm * bn / 64"]
arguments = ["c", "a", "b", "m", "n", "k"]

[[launch]]
when      = "!(m % bm == 0 && n % bn == 0 && k % bk == 0)"
entry     = "matmul_best_ragged"
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

#include "block_order.cuh"
#include "matmul_tiles.cuh"

// What is done here, step by step from matmul/warptile:
//
// 1. A thread has 8 x 8 elements: two fours of rows 16 apart and two fours of columns 32 apart, a warp 32 x 64. Lanes are
//    interleaved (matmul_tiles.cuh), so that a step of k costs a warp 8 wavefronts for 64 multiply-add instructions.
// 2. Two pairs of tiles: while one is multiplied the next comes in, first into registers, because the tile of a must be turned
//    on its way, then into the other pair. One barrier a tile.
// 3. Two sets of factors in registers: those of the next step of k are read while this one's are multiplied.
// 4. Blocks in bands (block_order.cuh): those in flight share rows of a and columns of b in the L2.
constexpr unsigned threads = BM * BN / 64;
constexpr unsigned a_fours = BM * BK / 4 / threads, b_fours = BK * BN / 4 / threads;  // of a thread
constexpr unsigned a_pad = 4;  // the stores of the turned tile then meet different banks

__device__ inline LanePlace place_of_lane() {
  const unsigned lane = threadIdx.x % 32;
  return LANE_ORDER == LANE_ORDER_COLUMNS_FAST ? columns_fast(lane, 8)
         : LANE_ORDER == LANE_ORDER_ROWS_FAST  ? rows_fast(lane, 8)
                                               : interleaved(lane);
}

struct Stage {
  float a[BK][BM + a_pad];  // turned
  float b[BK][BN];
};

// What is on its way from memory.
struct Arriving {
  float4 a[a_fours], b[b_fours];
};

template <bool whole>
__device__ inline void load(Arriving& arriving, const float* a, const float* b, unsigned first_row, unsigned first_column,
                            unsigned first, unsigned m, unsigned n, unsigned k) {
#pragma unroll
  for (unsigned i = 0; i < a_fours; ++i) {
    const unsigned number = i * threads + threadIdx.x;
    arriving.a[i] = load_four<whole>(a, first_row + number / (BK / 4), first + number % (BK / 4) * 4, m, k);
  }
#pragma unroll
  for (unsigned i = 0; i < b_fours; ++i) {
    const unsigned number = i * threads + threadIdx.x;
    arriving.b[i] = load_four<whole>(b, first + number / (BN / 4), first_column + number % (BN / 4) * 4, k, n);
  }
}

__device__ inline void put(Stage& stage, const Arriving& arriving) {
#pragma unroll
  for (unsigned i = 0; i < a_fours; ++i) {
    const unsigned number = i * threads + threadIdx.x, row = number / (BK / 4), column = number % (BK / 4) * 4;
    stage.a[column + 0][row] = arriving.a[i].x;
    stage.a[column + 1][row] = arriving.a[i].y;
    stage.a[column + 2][row] = arriving.a[i].z;
    stage.a[column + 3][row] = arriving.a[i].w;
  }
#pragma unroll
  for (unsigned i = 0; i < b_fours; ++i) {
    const unsigned number = i * threads + threadIdx.x;
    *reinterpret_cast<float4*>(&stage.b[number / (BN / 4)][number % (BN / 4) * 4]) = arriving.b[i];
  }
}

struct Factors {
  float left[8], right[8];
};

__device__ inline void read(Factors& factors, const Stage& stage, unsigned e, unsigned y, unsigned x) {
#pragma unroll
  for (unsigned i = 0; i < 8; i += 4) {
    const float4 four = *reinterpret_cast<const float4*>(&stage.a[e][y + i * 4]);
    factors.left[i] = four.x, factors.left[i + 1] = four.y, factors.left[i + 2] = four.z, factors.left[i + 3] = four.w;
  }
#pragma unroll
  for (unsigned j = 0; j < 8; j += 4) {
    const float4 four = *reinterpret_cast<const float4*>(&stage.b[e][x + j * 8]);
    factors.right[j] = four.x, factors.right[j + 1] = four.y, factors.right[j + 2] = four.z, factors.right[j + 3] = four.w;
  }
}

template <bool whole>
__device__ inline void multiply(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  __shared__ __align__(16) Stage stages[2];
  const Tile block = BAND == 0 ? cartesian_order() : banded_order(BAND);
  const unsigned first_row = block.row * BM, first_column = block.column * BN;
  const unsigned warp = threadIdx.x / 32;
  const LanePlace at = place_of_lane();
  const unsigned y = warp / (BN / 64) * 32 + at.row * 4, x = warp % (BN / 64) * 64 + at.column * 4;

  Arriving arriving;
  load<whole>(arriving, a, b, first_row, first_column, 0, m, n, k);
  put(stages[0], arriving);
  __syncthreads();

  float sum[8][8] = {};
  unsigned current = 0;
  for (unsigned first = 0; first < k; first += BK, current ^= 1) {
    const bool another = first + BK < k;
    if (another) load<whole>(arriving, a, b, first_row, first_column, first + BK, m, n, k);
    Factors factors[2];
    read(factors[0], stages[current], 0, y, x);
#pragma unroll
    for (unsigned e = 0; e < BK; ++e) {
      if (e + 1 < BK) read(factors[(e + 1) % 2], stages[current], e + 1, y, x);
#pragma unroll
      for (unsigned i = 0; i < 8; ++i) {
#pragma unroll
        for (unsigned j = 0; j < 8; ++j) sum[i][j] += factors[e % 2].left[i] * factors[e % 2].right[j];
      }
    }
    if (another) put(stages[current ^ 1], arriving);
    __syncthreads();
  }

#pragma unroll
  for (unsigned i = 0; i < 8; ++i) {
#pragma unroll
    for (unsigned j = 0; j < 8; j += 4) {
      store_four<whole>(c, first_row + y + i / 4 * 16 + i % 4, first_column + x + j * 8, m, n,
                        {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]});
    }
  }
}

extern "C" __global__ __launch_bounds__(threads, MIN_BLOCKS) void matmul_best(float* c, const float* a, const float* b,
                                                                              unsigned m, unsigned n, unsigned k) {
  multiply<true>(c, a, b, m, n, k);
}

extern "C" __global__ __launch_bounds__(threads, MIN_BLOCKS) void matmul_best_ragged(float* c, const float* a,
                                                                                     const float* b, unsigned m, unsigned n,
                                                                                     unsigned k) {
  multiply<false>(c, a, b, m, n, k);
}
