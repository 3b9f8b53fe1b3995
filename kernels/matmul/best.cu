/* lanescope
title   = "The best product"
summary = "128 outputs a thread, tiles copied past the registers, and sums kept where two register banks can feed every multiply-add."
article = "beyond the articles"
section = "beyond the articles"
claims  = [
  "It is faster than cuBLAS at 2048, 4096 and 8192 cubed, in FP32 without TF32.",
  "Walking there and back through the products of a step is faster than walking row by row.",
  "Storing the sums one by one is faster than four at a time, because the multiply-adds are.",
]

[parameters]
bm         = { values = [64, 128, 256], default = 128 }
bn         = { values = [64, 128, 256], default = 256 }
bk         = { values = [8, 16], default = 8 }
tm         = { values = [8, 16], default = 16 }
tn         = { values = [8, 16], default = 8 }
stages     = { values = [2, 3, 4], default = 3 }
lane_order = { values = ["columns_fast", "rows_fast", "interleaved"], default = "rows_fast" }
walk       = { values = ["rows", "there_and_back", "columns_there_and_back"], default = "there_and_back" }
store      = { values = ["ones", "fours"], default = "ones" }
band       = { values = [0, 4, 8, 16], default = 8 }
min_blocks = { values = [1, 2, 4], default = 1 }

[problem]
m = { min = 1, max = 32768, default = 1024 }
n = { min = 1, max = 32768, default = 1024 }
k = { min = 1, max = 32768, default = 1024 }

[let]
threads      = "bm * bn / (tm * tn)"
shared_bytes = "4 * stages * bk * (bm + 4 + bn)"

[[require]]
that = "bm % (4 * tm) == 0 && bn % (8 * tn) == 0"
else = "a warp has 4 x 8 lanes: a tile holds whole warps of 4 tm x 8 tn outputs"

[[require]]
that = "threads <= 1024 && min_blocks * threads * (tm * tn + 48) <= 65536"
else = "so many sums do not fit into the registers of an SM: take fewer outputs a thread, a smaller tile, or fewer blocks"

[[require]]
that = "4 * threads <= bk * bn && 4 * threads % bn == 0 && threads % bk == 0 && threads <= bm * bk"
else = "every thread copies whole fours of b and words of a: choose a larger bk or more outputs a thread"

[[require]]
that = "shared_bytes <= 101376"
else = "shared memory of a block ends at 99 KiB on most GPUs: choose fewer stages or a smaller tile"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_best"
grid      = ["ceil_div(n, bn)", "ceil_div(m, bm)"]
block     = ["threads"]
arguments = ["c", "a", "b", "m", "n", "k"]
shared_bytes = "shared_bytes"

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

// A processor of the SM can begin one instruction a clock, and a multiply-add of a warp takes one clock: whatever is no
// multiply-add is lost. What is done about it, step by step from matmul/dbuf:
//
// 1. 16 x 8 sums a thread: in a step of k 6 loads from shared memory stand beside 128 multiply-adds (8 x 8: 4 beside 64).
// 2. Both tiles come by asynchronous copies, past the registers, STAGES tiles ahead. A copy of 4 bytes turns the tile of a on its
//    way; lanes that lie along k fill one sector of a row of a, and meet different banks because rows are padded by 4 words.
// 3. Two sets of factors: those of the next step are read while this one's are multiplied, also across the barrier.
// 4. Tiles that lie inside the matrices are fetched in a loop without a branch or a guard, so that the compiler can put the
//    copies between the multiply-adds. Tiles at an edge, and the last ones along k, take the guarded way in a loop behind it.
// 5. The registers of a thread are in two banks, even and odd, each of which gives one register a clock. A multiply-add needs
//    three: one must be left over from the instruction before, and the other two must not, for long, be of one bank. Measured
//    on an H200: 1 clock with a factor kept and even and odd in turn, 2 clocks with both others in one bank, 3 with all in one.
//    Walking there and back along the rows of sums keeps a factor at the turns too. And sums that are stored four at a time
//    must lie in aligned fours, in the bank of their column: stored one by one the compiler may place them as it needs.
// 6. Blocks in bands (block_order.cuh): those in flight share rows of a and columns of b in the L2.
constexpr unsigned warp_rows = 4 * TM, warp_columns = 8 * TN;
constexpr unsigned threads = BM * BN / (TM * TN);
constexpr unsigned a_row = BM + 4, b_row = BN;  // words of a step of k in the two tiles of a stage
constexpr unsigned stage_words = BK * (a_row + b_row);

__device__ inline LanePlace place_of_lane() {
  const unsigned lane = threadIdx.x % 32;
  return LANE_ORDER == LANE_ORDER_COLUMNS_FAST ? columns_fast(lane, 8)
         : LANE_ORDER == LANE_ORDER_ROWS_FAST  ? rows_fast(lane, 8)
                                               : interleaved(lane);
}

struct Product {
  const float *a, *b;
  unsigned m, n, k;
  unsigned first_row, first_column;  // of the block
};

// What a thread copies of tiles that lie inside the matrices: the same places of every tile.
class Copies {
 public:
  __device__ explicit Copies(const Product& of)
      : a_(of.a + size_t(of.first_row + threadIdx.x / BK) * of.k + threadIdx.x % BK),
        b_(of.b + size_t(threadIdx.x / b_fours) * of.n + of.first_column + threadIdx.x % b_fours * 4),
        a_step_(size_t(a_rows) * of.k),
        b_step_(size_t(b_rows) * of.n) {}

  // The next tiles along k.
  __device__ void start(float* stage) {
    float* to = stage + threadIdx.x % BK * a_row + threadIdx.x / BK;
#pragma unroll
    for (unsigned i = 0; i < BM / a_rows; ++i) __pipeline_memcpy_async(to + i * a_rows, a_ + i * a_step_, 4);
    to = stage + BK * a_row + threadIdx.x / b_fours * b_row + threadIdx.x % b_fours * 4;
#pragma unroll
    for (unsigned i = 0; i < BK / b_rows; ++i) __pipeline_memcpy_async(to + i * b_rows * b_row, b_ + i * b_step_, 16);
    a_ += BK;
    b_ += BK / b_rows * b_step_;
  }

 private:
  static constexpr unsigned b_fours = BN / 4;                                // of a row of the tile
  static constexpr unsigned a_rows = threads / BK, b_rows = threads / b_fours;  // that all threads copy at a time
  const float *a_, *b_;
  size_t a_step_, b_step_;
};

// Tiles from step `first` of k on, element by element: beyond the matrices there are zeros, which add nothing.
__device__ inline void fetch_guarded(float* stage, const Product& of, unsigned first) {
#pragma unroll 1
  for (unsigned i = threadIdx.x; i < BM * BK; i += threads) {
    const unsigned row = of.first_row + i / BK, e = first + i % BK;
    float* const to = stage + i % BK * a_row + i / BK;
    if (row < of.m && e < of.k) {
      __pipeline_memcpy_async(to, of.a + size_t(row) * of.k + e, 4);
    } else {
      *to = 0;
    }
  }
#pragma unroll 1
  for (unsigned i = threadIdx.x; i < BK * BN; i += threads) {
    const unsigned column = of.first_column + i % BN, e = first + i / BN;
    float* const to = stage + BK * a_row + i;
    if (column < of.n && e < of.k) {
      __pipeline_memcpy_async(to, of.b + size_t(e) * of.n + column, 4);
    } else {
      *to = 0;
    }
  }
}

struct Factors {
  float left[TM], right[TN];
};

// Of step e of a tile: fours of rows 16 apart and fours of columns 32 apart, which 4 x 8 lanes read side by side.
__device__ inline void read(Factors& factors, const float* stage, unsigned e, unsigned y, unsigned x) {
  const float* const a_step = stage + e * a_row + y;
  const float* const b_step = stage + BK * a_row + e * b_row + x;
#pragma unroll
  for (unsigned i = 0; i < TM; i += 4) {
    const float4 four = *reinterpret_cast<const float4*>(&a_step[i * 4]);
    factors.left[i] = four.x, factors.left[i + 1] = four.y, factors.left[i + 2] = four.z, factors.left[i + 3] = four.w;
  }
#pragma unroll
  for (unsigned j = 0; j < TN; j += 4) {
    const float4 four = *reinterpret_cast<const float4*>(&b_step[j * 8]);
    factors.right[j] = four.x, factors.right[j + 1] = four.y, factors.right[j + 2] = four.z, factors.right[j + 3] = four.w;
  }
}

__device__ inline void multiply(float (&sum)[TM][TN], const Factors& factors) {
#if WALK != WALK_COLUMNS_THERE_AND_BACK
#pragma unroll
  for (unsigned i = 0; i < TM; ++i) {
#pragma unroll
    for (unsigned step = 0; step < TN; ++step) {
      const unsigned j = WALK == WALK_THERE_AND_BACK && i % 2 == 1 ? TN - 1 - step : step;
      sum[i][j] += factors.left[i] * factors.right[j];
    }
  }
#else
#pragma unroll
  for (unsigned j = 0; j < TN; ++j) {
#pragma unroll
    for (unsigned step = 0; step < TM; ++step) {
      const unsigned i = j % 2 == 0 ? TM - 1 - step : step;
      sum[i][j] += factors.left[i] * factors.right[j];
    }
  }
#endif
}

// One tile: its steps, each with the factors of the next one on their way. Behind the last barrier the stage is free, and
// `fetch_into` begins to fill it with the tile that is STAGES further.
template <class Fetch>
__device__ inline void multiply_tile(float (&sum)[TM][TN], Factors (&factors)[2], float* stages, float*& stage, unsigned y,
                                     unsigned x, Fetch fetch_into) {
#pragma unroll
  for (unsigned e = 0; e < BK; ++e) {
    if (e + 1 < BK) {
      read(factors[(e + 1) % 2], stage, e + 1, y, x);
    } else {
      __pipeline_wait_prior(STAGES - 2);
      __syncthreads();  // the next tile is there for all, and all have read this one
      fetch_into(stage);
      __pipeline_commit();
      stage = stage == stages + (STAGES - 1) * stage_words ? stages : stage + stage_words;
      read(factors[0], stage, 0, y, x);
    }
    multiply(sum, factors[e % 2]);
  }
}

extern "C" __global__ __launch_bounds__(threads, MIN_BLOCKS) void matmul_best(float* c, const float* a, const float* b,
                                                                              unsigned m, unsigned n, unsigned k) {
  extern __shared__ float4 stages_of_fours[];
  float* const stages = reinterpret_cast<float*>(stages_of_fours);
  const Tile block = BAND == 0 ? cartesian_order() : banded_order(BAND);
  const Product of{a, b, m, n, k, block.row * BM, block.column * BN};
  const unsigned warp = threadIdx.x / 32;
  const LanePlace at = place_of_lane();
  const unsigned y = warp / (BN / warp_columns) * warp_rows + at.row * 4;
  const unsigned x = warp % (BN / warp_columns) * warp_columns + at.column * 4;

  // Copies of 16 bytes need rows of b that begin at multiples of 16 bytes.
  const bool inside = of.first_row + BM <= m && of.first_column + BN <= n && n % 4 == 0;
  const unsigned tiles = (k + BK - 1) / BK, whole_tiles = inside ? k / BK : 0;
  Copies copies(of);
  const auto fetch = [&](unsigned tile, float* stage) {
    if (tile < whole_tiles) {
      copies.start(stage);
    } else {
      fetch_guarded(stage, of, tile * BK);
    }
  };
  // A group of copies is committed for every tile, also for those beyond the last: so the waits are always for the same number
  // of groups. The first stages are all filled, if with zeros: behind the last tile one step more is read, and not used.
#pragma unroll
  for (unsigned tile = 0; tile < STAGES; ++tile) {
    fetch(tile, stages + tile * stage_words);
    __pipeline_commit();
  }
  __pipeline_wait_prior(STAGES - 1);
  __syncthreads();

  float sum[TM][TN] = {};
  Factors factors[2];
  float* stage = stages;
  read(factors[0], stage, 0, y, x);
  unsigned tile = 0;
#pragma unroll 1
  for (; tile + STAGES < whole_tiles; ++tile) {
    multiply_tile(sum, factors, stages, stage, y, x, [&](float* free) { copies.start(free); });
  }
#pragma unroll 1
  for (; tile < tiles; ++tile) {
    multiply_tile(sum, factors, stages, stage, y, x, [&](float* free) {
      if (tile + STAGES < tiles) fetch(tile + STAGES, free);
    });
  }

#pragma unroll
  for (unsigned i = 0; i < TM; ++i) {
#pragma unroll
    for (unsigned j = 0; j < TN; j += 4) {
      const unsigned row = of.first_row + y + i / 4 * 16 + i % 4, column = of.first_column + x + j * 8;
      const float4 four = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
      if (STORE == STORE_FOURS && inside) {
        store_four<true>(c, row, column, m, n, four);
      } else {
        store_four<false>(c, row, column, m, n, four);
      }
    }
  }
}
