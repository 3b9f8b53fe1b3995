/* warpscope
title   = "A product of every shape"
summary = "Three tiles, and sums along k in parts where the matrices are small: a rule takes what keeps all processors busy, whatever the sizes."
article = "beyond the articles"
section = "beyond the articles"
claims  = [
  "Where m and n are small, parts of k give all processors something to do.",
  "Rows that begin anywhere need no guards: what lies beyond an edge is taken from inside instead, and only the last step of k is filled with zeros.",
]

[parameters]
tile  = { values = ["by_rule", "large", "middle", "small"], default = "by_rule" }
parts = { values = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32], default = 0 }

[problem]
m = { min = 1, max = 32768, default = 300 }
n = { min = 1, max = 32768, default = 200 }
k = { min = 1, max = 32768, default = 1000 }

[[include]]
file     = "product_cost.toml"
tile     = "large"
bm       = "128"
bn       = "64"
bk       = "16"
resident = "3"
step     = "557"
alone    = "580"
begin    = "3198"

[[include]]
file     = "product_cost.toml"
tile     = "middle"
bm       = "64"
bn       = "64"
bk       = "8"
resident = "5"
step     = "175"
alone    = "269"
begin    = "2355"

[[include]]
file     = "product_cost.toml"
tile     = "small"
bm       = "64"
bn       = "32"
bk       = "16"
resident = "5"
step     = "210"
alone    = "167"
begin    = "2346"

[let]
least      = "min(large_least, middle_least, small_least)"
chosen     = "tile != tile_by_rule ? tile : least == large_least ? tile_large : least == middle_least ? tile_middle : tile_small"
by_cost    = "(chosen == tile_large ? large_least : chosen == tile_middle ? middle_least : small_least) % 64"
part_steps = "ceil_div(k, 32 * (parts > 0 ? parts : by_cost)) * 32"
used_parts = "ceil_div(k, part_steps)"

[buffers]
a    = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b    = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c    = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }
sums = { role = "scratch", type = "f32", shape = ["used_parts > 1 ? used_parts : 0", "m", "n"] }

[[launch]]
when         = "chosen == tile_large"
entry        = "product_large"
grid         = ["ceil_div(n, 64)", "ceil_div(m, 128)", "used_parts"]
block        = [128]
arguments    = ["c", "sums", "a", "b", "m", "n", "k", "part_steps"]
shared_bytes = 50176

[[launch]]
when         = "chosen == tile_middle"
entry        = "product_middle"
grid         = ["ceil_div(n, 64)", "ceil_div(m, 64)", "used_parts"]
block        = [64]
arguments    = ["c", "sums", "a", "b", "m", "n", "k", "part_steps"]
shared_bytes = 21120

[[launch]]
when         = "chosen == tile_small"
entry        = "product_small"
grid         = ["ceil_div(n, 32)", "ceil_div(m, 64)", "used_parts"]
block        = [128]
arguments    = ["c", "sums", "a", "b", "m", "n", "k", "part_steps"]
shared_bytes = 25600

[[launch]]
when      = "used_parts > 1"
entry     = "add_parts"
grid      = ["ceil_div(m * n, 256)"]
block     = [256]
arguments = ["c", "sums", "m * n", "used_parts"]

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

// matmul/best is made for large matrices in multiples of its tile. What every shape needs beside that:
//
// 1. Blocks for all processors. The smaller the tile, the more blocks, and the more often each element is fetched; where
//    even small tiles are too few, several blocks add up parts of k, and a second launch adds the parts, always in the
//    same order. product_cost.toml says what each choice costs, and the least is taken.
// 2. No guards in the loop. What lies beyond the edge is taken from inside, and what comes of it is not stored. Only behind the
//    last step of k zeros must stand, which the copy itself writes.
// 3. Copies of 16 bytes need rows that begin at multiples of 16 bytes. Else b comes word by word: four times the copies.
// 4. Words of a turn on their way to shared memory, and 32 lanes should meet 32 banks. Rows of the tile lie 4 words apart
//    (modulo 32), so that 8 steps of k fill the banks; where a warp copies 16 or 32 steps, their fours are turned, and the
//    reader turns them back by choosing registers, which costs nothing.
// 5. Whole rows are stored: sums go through shared memory, 32 of a row side by side, which matters where k is short.

// What a block computes: the sums of a tile over some steps of k.
struct Product {
  const float *a, *b;
  unsigned m, n, k;
  unsigned first_row, first_column;  // of the tile
  unsigned from, to;                 // of k
};

// A tile of BM x BN sums, TM x TN of them a thread, and STAGES tiles of BK steps of k on their way.
template <unsigned BM_, unsigned BN_, unsigned BK_, unsigned TM_, unsigned TN_, unsigned STAGES_>
struct Shape {
  static constexpr unsigned BM = BM_, BN = BN_, BK = BK_, TM = TM_, TN = TN_, STAGES = STAGES_;
  static constexpr unsigned threads = BM * BN / (TM * TN);
  static constexpr unsigned a_row = BM + 4, b_row = BN;
  static constexpr unsigned stage_words = BK * (a_row + b_row);
  static_assert(threads >= BN, "a row of b is copied at once");
};

// How far the fours of a step are turned, so that the lanes that copy them meet different banks.
template <class S>
__device__ constexpr unsigned turn(unsigned e) {
  return e / 8 * (32 / S::BK);
}

// Copies of `width` words along the rows of b.
template <class S, unsigned width>
struct AlongRows {
  static constexpr unsigned lanes = S::BN / width;            // that copy one step
  static constexpr unsigned steps = S::threads / lanes;       // at a time
  static constexpr unsigned copies = S::BK / steps;           // of a thread
};

template <class S>
class Copies {
 public:
  static constexpr unsigned a_rows = S::threads / S::BK, a_count = S::BM / a_rows;
  using Words = AlongRows<S, 1>;
  using Fours = AlongRows<S, 4>;

  __device__ explicit Copies(const Product& of) : n_(of.n), fours_(of.n % 4 == 0) {
    a_step_ = threadIdx.x % S::BK;
    a_ = of.a + of.from + a_step_;
    const unsigned row = threadIdx.x / S::BK;
    a_to_ = a_step_ * S::a_row + row / 4 * 4 + (row + turn<S>(a_step_)) % 4;
#pragma unroll
    for (unsigned i = 0; i < a_count; ++i) a_at_[i] = min(of.first_row + i * a_rows + row, of.m - 1) * of.k;

    b_step_ = threadIdx.x / (fours_ ? Fours::lanes : Words::lanes);
    const unsigned column = fours_ ? threadIdx.x % Fours::lanes * 4 : threadIdx.x % Words::lanes;
    b_to_ = S::BK * S::a_row + b_step_ * S::b_row + column;
    const unsigned at = of.first_column + column;
    // Copies of a word whose sources lie in one bank wait for each other, equal ones too: what lies beyond the edge is
    // fetched a multiple of 32 columns before.
    const unsigned inside = fours_ ? min(at, n_ - 4) : at < n_ ? at : n_ < 32 ? n_ - 1 : at - (at - n_ + 32) / 32 * 32;
    b_ = of.b + size_t(of.from + b_step_) * n_ + inside;
  }

  // The next tiles along k, of which `left` steps are left.
  template <bool whole>
  __device__ void start(float* stage, unsigned left) {
#pragma unroll
    for (unsigned i = 0; i < a_count; ++i) {
      const bool there = whole || a_step_ < left;
      __pipeline_memcpy_async(stage + a_to_ + i * a_rows, there ? a_ + a_at_[i] : a_ - a_step_, 4, there ? 0 : 4);
    }
    if (fours_) {
      start_b<whole, 4>(stage + b_to_, left);
    } else {
      start_b<whole, 1>(stage + b_to_, left);
    }
    a_ += S::BK;
    b_ += size_t(S::BK) * n_;
  }

 private:
  template <bool whole, unsigned width>
  __device__ void start_b(float* to, unsigned left) const {
    using Rows = AlongRows<S, width>;
#pragma unroll
    for (unsigned i = 0; i < Rows::copies; ++i) {
      const bool there = whole || b_step_ + i * Rows::steps < left;
      __pipeline_memcpy_async(to + i * Rows::steps * S::b_row, there ? b_ + size_t(i * Rows::steps) * n_ : b_, width * 4,
                              there ? 0 : width * 4);
    }
  }

  const float *a_, *b_;
  unsigned a_at_[a_count];
  unsigned n_, a_step_, b_step_, a_to_, b_to_;
  bool fours_;
};

template <class S>
struct Factors {
  float left[S::TM], right[S::TN];
};

template <class S>
__device__ inline void read(Factors<S>& factors, const float* stage, unsigned e, unsigned y, unsigned x) {
  const float* const a_step = stage + e * S::a_row + y;
  const float* const b_step = stage + S::BK * S::a_row + e * S::b_row + x;
#pragma unroll
  for (unsigned i = 0; i < S::TM; i += 4) {
    const float4 four = *reinterpret_cast<const float4*>(&a_step[i * 4]);
    const float turned[4] = {four.x, four.y, four.z, four.w};
#pragma unroll
    for (unsigned r = 0; r < 4; ++r) factors.left[i + r] = turned[(r + turn<S>(e)) % 4];
  }
#pragma unroll
  for (unsigned j = 0; j < S::TN; j += 4) {
    const float4 four = *reinterpret_cast<const float4*>(&b_step[j * 8]);
    factors.right[j] = four.x, factors.right[j + 1] = four.y, factors.right[j + 2] = four.z, factors.right[j + 3] = four.w;
  }
}

template <class S>
__device__ inline void multiply(float (&sum)[S::TM][S::TN], const Factors<S>& factors) {
#pragma unroll
  for (unsigned i = 0; i < S::TM; ++i) {
#pragma unroll
    for (unsigned step = 0; step < S::TN; ++step) {
      const unsigned j = i % 2 == 1 ? S::TN - 1 - step : step;
      sum[i][j] += factors.left[i] * factors.right[j];
    }
  }
}

template <class S, class Fetch>
__device__ inline void multiply_tile(float (&sum)[S::TM][S::TN], Factors<S> (&factors)[2], float* stages, float*& stage,
                                     unsigned y, unsigned x, Fetch fetch_into) {
#pragma unroll
  for (unsigned e = 0; e < S::BK; ++e) {
    if (e + 1 < S::BK) {
      read<S>(factors[(e + 1) % 2], stage, e + 1, y, x);
    } else {
      __pipeline_wait_prior(S::STAGES - 2);
      __syncthreads();
      fetch_into(stage);
      __pipeline_commit();
      stage = stage == stages + (S::STAGES - 1) * S::stage_words ? stages : stage + S::stage_words;
      read<S>(factors[0], stage, 0, y, x);
    }
    multiply<S>(sum, factors[e % 2]);
  }
}

// The sums of a part of k, in c where it is the only part, else behind those of the parts before.
template <class S>
__device__ inline void product(float* c, float* sums, const float* a, const float* b, unsigned m, unsigned n, unsigned k,
                               unsigned part_steps) {
  extern __shared__ float4 stages_of_fours[];
  float* const stages = reinterpret_cast<float*>(stages_of_fours);
  const Tile tile = banded_order(8);
  const unsigned from = blockIdx.z * part_steps;
  const Product of{a, b, m, n, k, tile.row * S::BM, tile.column * S::BN, from, min(from + part_steps, k)};
  const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const LanePlace at = rows_fast(lane, 8);
  constexpr unsigned across = S::BN / (8 * S::TN);
  const unsigned warp_row = warp / across * (4 * S::TM), warp_column = warp % across * (8 * S::TN);
  const unsigned y = warp_row + at.row * 4, x = warp_column + at.column * 4;
  const unsigned steps = of.to - of.from, tiles = (steps + S::BK - 1) / S::BK, whole_tiles = steps / S::BK;

  Copies<S> copies(of);
  const auto fetch = [&](unsigned number, float* stage) {
    if (number < whole_tiles) {
      copies.template start<true>(stage, S::BK);
    } else {
      copies.template start<false>(stage, number < tiles ? steps - number * S::BK : 0);
    }
  };
#pragma unroll
  for (unsigned i = 0; i < S::STAGES; ++i) {
    fetch(i, stages + i * S::stage_words);
    __pipeline_commit();
  }
  __pipeline_wait_prior(S::STAGES - 1);
  __syncthreads();

  float sum[S::TM][S::TN] = {};
  Factors<S> factors[2];
  float* stage = stages;
  read<S>(factors[0], stage, 0, y, x);
  unsigned number = 0;
#pragma unroll 1
  for (; number + S::STAGES < whole_tiles; ++number) {
    multiply_tile<S>(sum, factors, stages, stage, y, x, [&](float* free) { copies.template start<true>(free, S::BK); });
  }
#pragma unroll 1
  for (; number < tiles; ++number) {
    multiply_tile<S>(sum, factors, stages, stage, y, x, [&](float* free) {
      if (number + S::STAGES < tiles) fetch(number + S::STAGES, free);
    });
  }

  // A warp puts 4 rows of 32 sums side by side at a time, and stores row by row. The rows lie 8 banks apart.
  constexpr unsigned patch_row = 40;
  __pipeline_wait_prior(0);
  __syncthreads();
  float* const to = gridDim.z == 1 ? c : sums + size_t(blockIdx.z) * m * n;
  float* const patch = stages + warp * (4 * patch_row);
#pragma unroll
  for (unsigned i = 0; i < S::TM; ++i) {
#pragma unroll
    for (unsigned j = 0; j < S::TN; j += 4) {
      const float4 four = {sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]};
      *reinterpret_cast<float4*>(patch + at.row * patch_row + at.column * 4) = four;
      __syncwarp();
      const unsigned column = of.first_column + warp_column + j * 8 + lane;
#pragma unroll
      for (unsigned r = 0; r < 4; ++r) {
        const unsigned row = of.first_row + warp_row + i / 4 * 16 + r * 4 + i % 4;
        if (row < m && column < n) to[size_t(row) * n + column] = patch[r * patch_row + lane];
      }
      __syncwarp();
    }
  }
}

using Large = Shape<128, 64, 16, 8, 8, 4>;
using Middle = Shape<64, 64, 8, 8, 8, 5>;
using Small = Shape<64, 32, 16, 4, 4, 4>;

extern "C" __global__ __launch_bounds__(Large::threads, 3) void product_large(float* c, float* sums, const float* a,
                                                                              const float* b, unsigned m, unsigned n,
                                                                              unsigned k, unsigned part_steps) {
  product<Large>(c, sums, a, b, m, n, k, part_steps);
}

extern "C" __global__ __launch_bounds__(Middle::threads, 5) void product_middle(float* c, float* sums, const float* a,
                                                                                const float* b, unsigned m, unsigned n,
                                                                                unsigned k, unsigned part_steps) {
  product<Middle>(c, sums, a, b, m, n, k, part_steps);
}

extern "C" __global__ __launch_bounds__(Small::threads, 5) void product_small(float* c, float* sums, const float* a,
                                                                              const float* b, unsigned m, unsigned n,
                                                                              unsigned k, unsigned part_steps) {
  product<Small>(c, sums, a, b, m, n, k, part_steps);
}

// Adds the parts in their order.
extern "C" __global__ void add_parts(float* c, const float* sums, unsigned count, unsigned parts) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  float total = 0;
#pragma unroll 8
  for (unsigned part = 0; part < parts; ++part) total += sums[size_t(part) * count + i];
  c[i] = total;
}
