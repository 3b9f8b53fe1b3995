/* lanescope
title   = "A diagonal of Smith-Waterman tables"
summary = "Each thread computes a cell of an anti-diagonal from the two before it; gaps have linear or affine cost."

[parameters]
block  = { values = [64, 128, 256], default = 128 }
gaps   = { values = ["linear", "affine"], default = "affine" }
scores = { values = ["shared", "global"], default = "shared" }

[problem]
pairs  = { min = 1, max = 65535, default = 200 }
length = { min = 1, max = 1048576, default = 2000 }

[buffers]
query   = { role = "in",  type = "u8", shape = ["pairs", "length"], fill = "random", below = 24 }
text    = { role = "in",  type = "u8", shape = ["pairs", "length"], fill = "random", below = 24 }
matrix  = { role = "in",  type = "i8", shape = [24, 24], fill = "random", from = -4, below = 12 }
older   = { role = "in",  type = "i32", shape = ["pairs", "length"], fill = "random", below = 100 }
newer   = { role = "in",  type = "i32", shape = ["pairs", "length"], fill = "random", below = 100 }
across  = { role = "inout", type = "i32", shape = ["pairs", "length"], fill = 50 }
down    = { role = "in",  type = "i32", shape = ["pairs", "length"], fill = "random", below = 100 }
next    = { role = "out", type = "i32", shape = ["pairs", "length"], fill = "poison" }
down_to = { role = "out", type = "i32", shape = ["pairs", "length"], fill = "zero" }

[[launch]]
entry     = "alignment_diagonal"
grid      = ["ceil_div(length, block)", "pairs"]
block     = ["block"]
arguments = ["next", "older", "newer", "across", "down", "down_to", "query", "text", "matrix", "length"]

[work]
bytes = "(gaps == gaps_affine ? 30 : 14) * pairs * length"
flops = 0

[check]
same_as = "alignment_plain"
output  = "next"
exact   = true

[timing]
repeatable = false
*/
constexpr int open_gap = 11, longer_gap = 2, letters = 24;

extern "C" __global__ void alignment_diagonal(int* next, const int* older, const int* newer, int* across,
                                              const int* down, int* down_to, const unsigned char* query,
                                              const unsigned char* text, const signed char* matrix, unsigned length) {
#if SCORES == SCORES_SHARED
  __shared__ signed char table[letters * letters];
  for (unsigned i = threadIdx.x; i < letters * letters; i += BLOCK) table[i] = matrix[i];
  __syncthreads();
#else
  const signed char* const table = matrix;
#endif
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= length) return;
  const size_t row = size_t(blockIdx.y) * length, at = row + i;
  // Cell i of a diagonal has cell i of the one before it to its left, and cell i - 1 above it.
  const int score = table[query[at] * letters + text[row + length - 1 - i]];
  const int diagonal = i > 0 ? older[at - 1] : 0, above = i > 0 ? newer[at - 1] : 0, left = newer[at];
#if GAPS == GAPS_AFFINE
  const int from_left = max(across[at] - longer_gap, left - open_gap);
  const int from_above = max((i > 0 ? down[at - 1] : 0) - longer_gap, above - open_gap);
  across[at] = from_left;
  down_to[at] = from_above;
#else
  const int from_left = left - longer_gap, from_above = above - longer_gap;
#endif
  next[at] = max(max(diagonal + score, 0), max(from_left, from_above));
}

extern "C" __global__ void alignment_plain(int* next, const int* older, const int* newer, int* across, const int* down,
                                           int* down_to, const unsigned char* query, const unsigned char* text,
                                           const signed char* matrix, unsigned length) {
  if (threadIdx.x != 0) return;
  for (unsigned i = blockIdx.x * BLOCK; i < min((blockIdx.x + 1) * BLOCK, length); ++i) {
    const size_t first = size_t(blockIdx.y) * length;
    int best = matrix[query[first + i] * letters + text[first + length - 1 - i]];
    if (i > 0) best += older[first + i - 1];
    if (best < 0) best = 0;
    const int gap = GAPS == GAPS_AFFINE ? open_gap : longer_gap;
    best = max(best, newer[first + i] - gap);
    best = max(best, (i > 0 ? newer[first + i - 1] : 0) - gap);
    if (GAPS == GAPS_AFFINE) {
      best = max(best, across[first + i] - longer_gap);
      best = max(best, (i > 0 ? down[first + i - 1] : 0) - longer_gap);
    }
    next[first + i] = best;
  }
}
