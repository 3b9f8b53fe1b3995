/* lanescope
title   = "Product with tiles on their way"
summary = "While one pair of tiles is multiplied the next ones come in by asynchronous copies, past the registers: nobody waits for memory."
article = "beyond the articles"
section = "beyond the articles"
claims  = [
  "Two stages are faster than one, three hide what is left.",
  "Lanes that share a column with one neighbour and a row with the next need 8 wavefronts a step where columns fastest need 12.",
]

[parameters]
bm         = { values = [32, 64, 128, 256], default = 128 }
bn         = { values = [64, 128, 256], default = 128 }
bk         = { values = [8, 16, 32], default = 16 }
stages     = { values = [2, 3, 4], default = 3 }
lane_order = { values = ["columns_fast", "rows_fast", "interleaved"], default = "interleaved" }
band       = { values = [0, 4, 8, 16], default = 0 }
min_blocks = { values = [1, 2], default = 1 }

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
that = "4 * stages * (bm * (bk + 4) + bk * bn) <= 101376"
else = "shared memory of a block ends at 99 KiB on most GPUs: choose fewer stages or a smaller tile"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
when      = "m % bm == 0 && n % bn == 0 && k % bk == 0"
entry     = "matmul_dbuf"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["bm * bn / 64"]
arguments = ["c", "a", "b", "m", "n", "k"]
shared_bytes = "4 * stages * (bm * (bk + 4) + bk * bn)"

[[launch]]
when      = "!(m % bm == 0 && n % bn == 0 && k % bk == 0)"
entry     = "matmul_dbuf_ragged"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["bm * bn / 64"]
arguments = ["c", "a", "b", "m", "n", "k"]
shared_bytes = "4 * stages * (bm * (bk + 4) + bk * bn)"

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
reference = "matmul"
output    = "c"
relative  = "6e-8 * (k + 1)"
sampled_rows = "m * n * k <= 134217728 ? m : min(m, 16)"
*/

#include <cuda_pipeline.h>

#include "block_order.cuh"
#include "matmul_tiles.cuh"

// A warp computes 32 x 64 elements, a thread 8 x 8: rows 4 apart, and two fours of columns 32 apart. A copy of 16 bytes cannot
// turn the tile of a: it stays in rows, of BK + 4 words so that the four rows that a warp reads at a time meet different
// banks. A thread reads four steps of k of a row with one load.
constexpr unsigned threads = BM * BN / 64;
constexpr unsigned a_row = BK + 4, a_words = BM * a_row, b_words = BK * BN;

__device__ inline LanePlace place_of_lane() {
  const unsigned lane = threadIdx.x % 32;
  return LANE_ORDER == LANE_ORDER_COLUMNS_FAST ? columns_fast(lane, 8)
         : LANE_ORDER == LANE_ORDER_ROWS_FAST  ? rows_fast(lane, 8)
                                               : interleaved(lane);
}

template <bool whole>
__device__ inline void fetch(float* a_tile, float* b_tile, const float* a, const float* b, unsigned first_row,
                             unsigned first_column, unsigned first, unsigned m, unsigned n, unsigned k) {
#pragma unroll
  for (unsigned i = threadIdx.x; i < BM * BK / 4; i += threads) {
    const unsigned row = i / (BK / 4), column = i % (BK / 4) * 4;
    float* const to = &a_tile[row * a_row + column];
    if constexpr (whole) {
      __pipeline_memcpy_async(to, &a[size_t(first_row + row) * k + first + column], 16);
    } else {
      *reinterpret_cast<float4*>(to) = load_four<false>(a, first_row + row, first + column, m, k);
    }
  }
#pragma unroll
  for (unsigned i = threadIdx.x; i < BK * BN / 4; i += threads) {
    const unsigned row = i / (BN / 4), column = i % (BN / 4) * 4;
    float* const to = &b_tile[row * BN + column];
    if constexpr (whole) {
      __pipeline_memcpy_async(to, &b[size_t(first + row) * n + first_column + column], 16);
    } else {
      *reinterpret_cast<float4*>(to) = load_four<false>(b, first + row, first_column + column, k, n);
    }
  }
}

template <bool whole>
__device__ inline void multiply(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  extern __shared__ float4 stages_of_fours[];
  float* const a_tiles = reinterpret_cast<float*>(stages_of_fours);
  float* const b_tiles = a_tiles + STAGES * a_words;
  const Tile block = BAND == 0 ? cartesian_order() : banded_order(BAND);
  const unsigned first_row = block.row * BM, first_column = block.column * BN;
  const unsigned warp = threadIdx.x / 32;
  const LanePlace at = place_of_lane();
  const unsigned y = warp / (BN / 64) * 32 + at.row, x = warp % (BN / 64) * 64 + at.column * 4;
  const unsigned tiles = (k + BK - 1) / BK;

  // A group of copies is committed for every step, also for those beyond the last tile: so the wait below is always for the
  // same number of groups.
#pragma unroll
  for (unsigned tile = 0; tile < STAGES - 1; ++tile) {
    if (tile < tiles) {
      fetch<whole>(a_tiles + tile * a_words, b_tiles + tile * b_words, a, b, first_row, first_column, tile * BK, m, n, k);
    }
    __pipeline_commit();
  }

  float sum[8][8] = {};
  for (unsigned tile = 0; tile < tiles; ++tile) {
    __pipeline_wait_prior(STAGES - 2);
    __syncthreads();  // this tile is there for all, and all have done with the one whose stage is filled next
    const unsigned next = tile + STAGES - 1, stage = tile % STAGES;
    if (next < tiles) {
      fetch<whole>(a_tiles + next % STAGES * a_words, b_tiles + next % STAGES * b_words, a, b, first_row, first_column,
                   next * BK, m, n, k);
    }
    __pipeline_commit();

    const float* const a_tile = a_tiles + stage * a_words;
    const float* const b_tile = b_tiles + stage * b_words;
#pragma unroll
    for (unsigned e = 0; e < BK; e += 4) {
      float left[8][4];
#pragma unroll
      for (unsigned i = 0; i < 8; ++i) {
        const float4 four = *reinterpret_cast<const float4*>(&a_tile[(y + 4 * i) * a_row + e]);
        left[i][0] = four.x, left[i][1] = four.y, left[i][2] = four.z, left[i][3] = four.w;
      }
#pragma unroll
      for (unsigned s = 0; s < 4; ++s) {
        float right[8];
#pragma unroll
        for (unsigned j = 0; j < 8; j += 4) {
          const float4 four = *reinterpret_cast<const float4*>(&b_tile[(e + s) * BN + x + j * 8]);
          right[j] = four.x, right[j + 1] = four.y, right[j + 2] = four.z, right[j + 3] = four.w;
        }
#pragma unroll
        for (unsigned i = 0; i < 8; ++i) {
#pragma unroll
          for (unsigned j = 0; j < 8; ++j) sum[i][j] += left[i][s] * right[j];
        }
      }
    }
  }

#pragma unroll
  for (unsigned i = 0; i < 8; ++i) {
#pragma unroll
    for (unsigned j = 0; j < 8; j += 4) {
      store_four<whole>(c, first_row + y + 4 * i, first_column + x + j * 8, m, n,
                        {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]});
    }
  }
}

extern "C" __global__ __launch_bounds__(threads, MIN_BLOCKS) void matmul_dbuf(float* c, const float* a, const float* b,
                                                                              unsigned m, unsigned n, unsigned k) {
  multiply<true>(c, a, b, m, n, k);
}

extern "C" __global__ __launch_bounds__(threads, MIN_BLOCKS) void matmul_dbuf_ragged(float* c, const float* a,
                                                                                     const float* b, unsigned m, unsigned n,
                                                                                     unsigned k) {
  multiply<false>(c, a, b, m, n, k);
}
