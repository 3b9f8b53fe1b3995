/* lanescope
title   = "A product of every shape"
summary = "Three tiles, and sums along k in parts where the matrices are small: a rule takes what keeps all processors busy, whatever the sizes."
article = "beyond the articles"
section = "beyond the articles"
claims  = [
  "Where m and n are small, parts of k give all processors something to do.",
  "Rows that begin anywhere need no guards: what lies beyond an edge is fetched and not stored, and only behind the last step of k zeros are needed.",
]

[parameters]
tile  = { values = ["by_rule", "large", "middle", "small"], default = "by_rule" }
parts = { values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 22, 32], default = 0 }

[problem]
m = { min = 1, max = 32768, default = 300 }
n = { min = 1, max = 32768, default = 200 }
k = { min = 1, max = 32768, default = 1000 }

[[include]]
file     = "product_cost.toml"
tile     = "large"
bm       = "64"
bn       = "128"
bk       = "8"
resident = "4"
wave     = "107"
block    = "306"
begin    = "3867"

[[include]]
file     = "product_cost.toml"
tile     = "middle"
bm       = "64"
bn       = "64"
bk       = "8"
resident = "8"
wave     = "171"
block    = "170"
begin    = "4244"

[[include]]
file     = "product_cost.toml"
tile     = "small"
bm       = "32"
bn       = "64"
bk       = "32"
resident = "3"
wave     = "111"
block    = "370"
begin    = "3004"

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
grid         = ["ceil_div(n, 128)", "ceil_div(m, 64)", "used_parts"]
block        = [128]
arguments    = ["c", "sums", "a", "b", "m", "n", "k", "part_steps"]
shared_bytes = 25088

[[launch]]
when         = "chosen == tile_middle"
entry        = "product_middle"
grid         = ["ceil_div(n, 64)", "ceil_div(m, 64)", "used_parts"]
block        = [64]
arguments    = ["c", "sums", "a", "b", "m", "n", "k", "part_steps"]
shared_bytes = 16896

[[launch]]
when         = "chosen == tile_small"
entry        = "product_small"
grid         = ["ceil_div(n, 64)", "ceil_div(m, 32)", "used_parts"]
block        = [128]
arguments    = ["c", "sums", "a", "b", "m", "n", "k", "part_steps"]
shared_bytes = 38400

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
// 2. Small tiles without small threads. A thread keeps 8 x 8 sums whatever the tile is: where a tile has too few for four
//    warps, the warps share the steps of k instead (slices) and add up at the end, through shared memory.
// 3. No guards in the loop. Rows beyond the edge are taken from inside, columns beyond it are the beginning of the next
//    row, and what comes of both is not stored. Only the last tiles along k, behind which no row follows, are copied with
//    guards, which write zeros.
// 4. Copies of 16 bytes need rows that begin at multiples of 16 bytes. Else b comes word by word: four times the copies.
//    Each kind has its own loop, so that no branch stands between the multiply-adds.
// 5. Words of a turn on their way to shared memory. The lanes that copy them lie along k, so that a row of a is met in long
//    pieces, and 32 of them should meet 32 banks. Rows of the tile lie 4 words apart (modulo 32), so that 8 steps of k fill
//    the banks; where 32 steps are copied at a time, the fours of each slice are turned, and turned back when sums are stored.
// 6. No more shared memory than needed. What the blocks of an SM leave is its L1, which keeps the sectors that two pieces
//    of a row share: with odd k and n this is worth up to a sixth of the time.
// 7. Whole rows are stored: sums go through shared memory, 32 of a row side by side, which matters where k is short.

// What a block computes: the sums of a tile over some steps of k.
struct Product {
  const float *a, *b;
  unsigned m, n, k;
  unsigned first_row, first_column;  // of the tile
  unsigned from, to;                 // of k
};

constexpr unsigned slice_steps = 8;                 // of k, which a slice multiplies of each tile
constexpr unsigned sums_down = 8, sums_across = 8;  // of a thread

// A tile of BM x BN sums. SLICES groups of warps share the steps of k, and STAGES tiles are on their way.
template <unsigned BM_, unsigned BN_, unsigned SLICES_, unsigned STAGES_>
struct Shape {
  static constexpr unsigned BM = BM_, BN = BN_, SLICES = SLICES_, STAGES = STAGES_;
  static constexpr unsigned BK = slice_steps * SLICES;
  static constexpr unsigned slice_threads = BM * BN / (sums_down * sums_across), threads = slice_threads * SLICES;
  static constexpr unsigned a_row = BM + 4, b_row = BN;
  static constexpr unsigned stage_words = BK * (a_row + b_row);
};

// What a thread copies of each tile: `fours` says that rows of b begin at multiples of 16 bytes.
template <class S, bool fours>
class Copies {
 public:
  __device__ explicit Copies(const Product& of)
      : of_(of),
        a_(of.a + size_t(of.first_row) * of.k + of.from),
        b_(of.b + size_t(of.from) * of.n + of.first_column),
        a_step_(threadIdx.x % S::BK),
        b_step_(threadIdx.x / b_lanes),
        b_column_(threadIdx.x % b_lanes * width) {
    const unsigned row = threadIdx.x / S::BK;
    a_to_ = a_step_ * S::a_row + row / 4 * 4 + (row + a_step_ / slice_steps) % 4;
    b_to_ = S::BK * S::a_row + b_step_ * S::b_row + b_column_;
#pragma unroll
    for (unsigned i = 0; i < a_count; ++i) a_at_[i] = min(i * a_rows + row, of.m - 1 - of.first_row) * of.k + a_step_;
#pragma unroll
    for (unsigned i = 0; i < b_count; ++i) b_at_[i] = (b_step_ + i * b_rows) * of.n + b_column_;
  }

  // Starts the copies of the next tile along k. Where it is not whole, `left` steps of k are left.
  template <bool whole>
  __device__ void start(float* stage, unsigned left) {
#pragma unroll
    for (unsigned i = 0; i < a_count; ++i) {
      copy<1>(stage + a_to_ + i * a_rows, a_ + a_at_[i], whole || a_step_ < left);
    }
#pragma unroll
    for (unsigned i = 0; i < b_count; ++i) {
#pragma unroll
      for (unsigned j = 0; j < b_pieces; ++j) {
        const unsigned column = of_.first_column + b_column_ + j * 32;
        copy<width>(stage + b_to_ + i * b_rows * S::b_row + j * 32, b_ + b_at_[i] + j * 32,
                    whole || (b_step_ + i * b_rows < left && column < of_.n));
      }
    }
    a_ += S::BK;
    b_ += size_t(S::BK) * of_.n;
  }

 private:
  static constexpr unsigned a_rows = S::threads / S::BK, a_count = S::BM / a_rows;  // at a time, and how many times
  static constexpr unsigned width = fours ? 4 : 1;  // words of b that a thread copies at a time
  static constexpr unsigned b_lanes = fours ? S::BN / 4 : 32, b_pieces = fours ? 1 : S::BN / 32;  // of a row
  static constexpr unsigned b_rows = S::threads / b_lanes, b_count = S::BK / b_rows;

  // Zeros where there is nothing to copy.
  template <unsigned words>
  __device__ void copy(float* to, const float* from, bool there) const {
    __pipeline_memcpy_async(to, there ? from : of_.a, words * 4, there ? 0 : words * 4);
  }

  const Product& of_;
  const float *a_, *b_;
  unsigned a_step_, b_step_, b_column_, a_to_, b_to_;
  unsigned a_at_[a_count], b_at_[b_count];
};

// Where a thread stands in its tile.
struct Place {
  unsigned slice, warp_row, warp_column, lane;
  LanePlace at;  // of the lane in its warp
};

template <class S>
__device__ inline Place place_of_thread() {
  constexpr unsigned warps_across = S::BN / (8 * sums_across);
  const unsigned warp = threadIdx.x % S::slice_threads / 32, lane = threadIdx.x % 32;
  return {S::SLICES == 1 ? 0 : threadIdx.x / S::slice_threads, warp / warps_across * (4 * sums_down),
          warp % warps_across * (8 * sums_across), lane, rows_fast(lane, 8)};
}

// The tiles in shared memory, which are used in turn, and where the thread finds its factors in each.
template <class S>
struct Stages {
  __device__ Stages(float* words, const Place& place)
      : words(words),
        left(place.slice * slice_steps * S::a_row + place.warp_row + place.at.row * 4),
        right(S::BK * S::a_row + place.slice * slice_steps * S::b_row + place.warp_column + place.at.column * 4) {}

  __device__ float* stage() const { return words + now; }
  __device__ void next() { now = now == (S::STAGES - 1) * S::stage_words ? 0 : now + S::stage_words; }

  float* const words;
  const unsigned left, right;
  unsigned now = 0;  // where the tile begins that is multiplied
};

struct Factors {
  float left[sums_down], right[sums_across];
};

// The factors of step `e` of the thread's slice.
template <class S>
__device__ inline void read(Factors& factors, const Stages<S>& stages, unsigned e) {
  const float* const a_step = stages.stage() + stages.left + e * S::a_row;
  const float* const b_step = stages.stage() + stages.right + e * S::b_row;
#pragma unroll
  for (unsigned i = 0; i < sums_down; i += 4) {
    const float4 four = *reinterpret_cast<const float4*>(&a_step[i * 4]);
    factors.left[i] = four.x, factors.left[i + 1] = four.y, factors.left[i + 2] = four.z, factors.left[i + 3] = four.w;
  }
#pragma unroll
  for (unsigned j = 0; j < sums_across; j += 4) {
    const float4 four = *reinterpret_cast<const float4*>(&b_step[j * 8]);
    factors.right[j] = four.x, factors.right[j + 1] = four.y, factors.right[j + 2] = four.z,
    factors.right[j + 3] = four.w;
  }
}

__device__ inline void multiply(float (&sum)[sums_down][sums_across], const Factors& factors) {
#pragma unroll
  for (unsigned i = 0; i < sums_down; ++i) {
#pragma unroll
    for (unsigned step = 0; step < sums_across; ++step) {
      const unsigned j = i % 2 == 1 ? sums_across - 1 - step : step;
      sum[i][j] += factors.left[i] * factors.right[j];
    }
  }
}

// Multiplies the tile whose turn it is and goes on to the next; the stage that is free then is filled again.
template <class S, class Fetch>
__device__ inline void multiply_tile(float (&sum)[sums_down][sums_across], Factors (&factors)[2], Stages<S>& stages,
                                     Fetch fetch_into) {
#pragma unroll
  for (unsigned e = 0; e < slice_steps; ++e) {
    if (e + 1 < slice_steps) {
      read(factors[(e + 1) % 2], stages, e + 1);
    } else {
      __pipeline_wait_prior(S::STAGES - 2);
      __syncthreads();
      fetch_into(stages.stage());
      __pipeline_commit();
      stages.next();
      read(factors[0], stages, 0);
    }
    multiply(sum, factors[e % 2]);
  }
}

// The sums of a thread over all steps of its slice.
template <class S, bool fours>
__device__ inline void add_up(float (&sum)[sums_down][sums_across], float* shared, const Product& of, const Place& place) {
  Copies<S, fours> copies(of);
  const unsigned steps = of.to - of.from, tiles = (steps + S::BK - 1) / S::BK;
  // Columns beyond the edge reach into the next row, and where the tile is wider than the matrix, further.
  const unsigned whole_tiles = of.n < S::BN ? 0 : tiles - 1;
  const auto fetch_guarded = [&](unsigned number, float* stage) {
    copies.template start<false>(stage, number < tiles ? min(steps - number * S::BK, S::BK) : 0);
  };
#pragma unroll
  for (unsigned i = 0; i < S::STAGES; ++i) {
    float* const stage = shared + i * S::stage_words;
    if (i < whole_tiles) {
      copies.template start<true>(stage, S::BK);
    } else {
      fetch_guarded(i, stage);
    }
    __pipeline_commit();
  }
  __pipeline_wait_prior(S::STAGES - 1);
  __syncthreads();

  Factors factors[2];
  Stages<S> stages(shared, place);
  read(factors[0], stages, 0);
  unsigned number = 0;
#pragma unroll 1
  for (; number + S::STAGES < whole_tiles; ++number) {
    multiply_tile(sum, factors, stages, [&](float* free) { copies.template start<true>(free, S::BK); });
  }
#pragma unroll 1
  for (; number < tiles; ++number) {
    multiply_tile(sum, factors, stages, [&](float* free) {
      if (number + S::STAGES < tiles) fetch_guarded(number + S::STAGES, free);
    });
  }
  __pipeline_wait_prior(0);
  __syncthreads();
}

// A warp puts 4 rows of 32 sums side by side at a time, and stores row by row. The rows lie 8 banks apart, and so do
// the sums of a thread.
__device__ inline void store(float* to, float* shared, const float (&sum)[sums_down][sums_across], const Product& of,
                             const Place& place) {
  constexpr unsigned patch_row = 40;
  float* const patch = shared + threadIdx.x / 32 * (4 * patch_row);
#pragma unroll
  for (unsigned i = 0; i < sums_down; ++i) {
#pragma unroll
    for (unsigned j = 0; j < sums_across; j += 4) {
#pragma unroll
      for (unsigned q = 0; q < 4; ++q) patch[place.at.row * patch_row + q * 8 + place.at.column] = sum[i][j + q];
      __syncwarp();
      const unsigned column = of.first_column + place.warp_column + j * 8 + place.lane;
#pragma unroll
      for (unsigned r = 0; r < 4; ++r) {
        const unsigned row = of.first_row + place.warp_row + i / 4 * 16 + r * 4 + i % 4;
        if (row < of.m && column < of.n) {
          to[size_t(row) * of.n + column] = patch[r * patch_row + place.lane % 4 * 8 + place.lane / 4];
        }
      }
      __syncwarp();
    }
  }
}

// The same where slices have sums of the same elements: each puts its tile behind the others', and they are added in order.
// Columns are turned by 8 for every 4 rows, so that the lanes of a warp meet different banks.
template <class S>
__device__ inline void store_slices(float* to, float* shared, const float (&sum)[sums_down][sums_across], const Product& of,
                                    const Place& place) {
  const auto in_tile = [](unsigned row, unsigned column) { return row * S::BN + (column + row / 4 * 8) % S::BN; };
  float* const mine = shared + place.slice * (S::BM * S::BN);
#pragma unroll
  for (unsigned i = 0; i < sums_down; ++i) {
    const unsigned turned_back = (i % 4 + 4 - place.slice % 4) % 4;
    const unsigned row = place.warp_row + i / 4 * 16 + place.at.row * 4 + turned_back;
#pragma unroll
    for (unsigned j = 0; j < sums_across; j += 4) {
      const unsigned column = place.warp_column + j * 8 + place.at.column * 4;
      *reinterpret_cast<float4*>(&mine[in_tile(row, column)]) =
          make_float4(sum[i][j], sum[i][j + 1], sum[i][j + 2], sum[i][j + 3]);
    }
  }
  __syncthreads();
  const unsigned x = threadIdx.x % S::BN, column = of.first_column + x;
#pragma unroll 4
  for (unsigned y = threadIdx.x / S::BN; y < S::BM; y += S::threads / S::BN) {
    float total = 0;
#pragma unroll
    for (unsigned slice = 0; slice < S::SLICES; ++slice) total += shared[slice * (S::BM * S::BN) + in_tile(y, x)];
    const unsigned row = of.first_row + y;
    if (row < of.m && column < of.n) to[size_t(row) * of.n + column] = total;
  }
}

// The sums of a part of k, in c where it is the only part, else behind those of the parts before.
template <class S>
__device__ inline void product(float* c, float* sums, const float* a, const float* b, unsigned m, unsigned n,
                               unsigned k, unsigned part_steps) {
  extern __shared__ float4 shared_fours[];
  float* const shared = reinterpret_cast<float*>(shared_fours);
  const Tile tile = banded_order(8);
  const unsigned from = blockIdx.z * part_steps;
  const Product of{a, b, m, n, k, tile.row * S::BM, tile.column * S::BN, from, min(from + part_steps, k)};
  const Place place = place_of_thread<S>();
  float sum[sums_down][sums_across] = {};
  if (n % 4 == 0) {
    add_up<S, true>(sum, shared, of, place);
  } else {
    add_up<S, false>(sum, shared, of, place);
  }
  float* const to = gridDim.z == 1 ? c : sums + size_t(blockIdx.z) * m * n;
  if constexpr (S::SLICES == 1) {
    store(to, shared, sum, of, place);
  } else {
    store_slices<S>(to, shared, sum, of, place);
  }
}

using Large = Shape<64, 128, 1, 4>;
using Middle = Shape<64, 64, 1, 4>;
using Small = Shape<32, 64, 4, 3>;

extern "C" __global__ __launch_bounds__(Large::threads, 4) void product_large(float* c, float* sums, const float* a,
                                                                              const float* b, unsigned m, unsigned n,
                                                                              unsigned k, unsigned part_steps) {
  product<Large>(c, sums, a, b, m, n, k, part_steps);
}

extern "C" __global__ __launch_bounds__(Middle::threads, 8) void product_middle(float* c, float* sums, const float* a,
                                                                                const float* b, unsigned m, unsigned n,
                                                                                unsigned k, unsigned part_steps) {
  product<Middle>(c, sums, a, b, m, n, k, part_steps);
}

extern "C" __global__ __launch_bounds__(Small::threads, 3) void product_small(float* c, float* sums, const float* a,
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
