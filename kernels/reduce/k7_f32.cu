/* warpscope
title   = "Reduction of many pairs a thread, single precision"
summary = "Algorithm cascading: each thread first adds pairs elements twice over, and only what is left goes through the tree."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V7, reduce7_N"
claims  = [
  "The order of the additions changes the last bits of the sum.",
  "At 2^29 elements the best number of pairs is about 16, and the curve is flat from 8 to 256.",
  "With 512 and 1024 pairs it falls off: too few blocks to fill the SMs evenly.",
  "The best number of pairs follows the blocks an SM has, not log2(n).",
]

[parameters]
block  = { values = [64, 128, 256, 512, 1024], default = 256 }
pairs  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 16 }
finish = { values = ["relaunch", "second_block", "atomic_block", "last_block", "cooperative"], default = "relaunch" }

[problem]
n = { min = 0, max = 4294967296, default = 16777216 }

[let]
items  = "2 * block * pairs"
blocks = "max(1, ceil_div(n, items))"
left   = "blocks"
behind = "finish == finish_atomic_block ? blocks : finish == finish_relaunch ? log2(blocks) * (2 * pairs + 12) : ceil_div(blocks, block) + 12"
depth  = "min(10000000, 2 * pairs + 12 + behind)"

[[require]]
that = "finish != finish_cooperative || blocks * block <= 65536"
else = "a grid that synchronises must be resident as a whole: at most 65,536 threads, so that small GPUs hold it too"

[buffers]
in       = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out      = { role = "out", type = "f32", shape = [1], fill = "poison" }
partial  = { role = "scratch", type = "f32", shape = ["blocks"], fill = "poison" }
next     = { role = "scratch", type = "f32", shape = ["ceil_div(blocks, items)"], fill = "poison" }
finished = { role = "scratch", type = "u32", shape = [1], fill = "zero" }

[[launch]]
when      = "finish == finish_atomic_block"
entry     = "clear_result"
grid      = [1]
block     = [1]
arguments = ["out"]

[[launch]]
when      = "finish != finish_cooperative"
entry     = "reduce_k7"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_k7"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_k7"
grid         = ["ceil_div(left, items)"]
block        = ["block"]
arguments    = ["out", "next", "partial", "finished", "left"]
repeat_while = "left > 1"
update       = { left = "ceil_div(left, items)" }
swap         = ["partial", "next"]

[[launch]]
when      = "finish == finish_second_block && blocks > 1"
entry     = "add_partial_sums"
grid      = [1]
block     = ["block"]
arguments = ["out", "partial", "blocks"]

[work]
bytes = "4 * n + 4"
flops = "max(0, n - 1)"

[check]
reference = "sum"
output    = "out"
relative  = "6e-8 * depth"
*/

using Value = float;

#include "reduction_finish.cuh"

// Leaves the sum of tree in tree[0]. block is known when this is compiled: of the ifs on it nothing is left but the steps
// that there are, without a counter, a comparison or a jump.
template <unsigned block>
__device__ void add_tree(Value* tree, unsigned t) {
  __syncthreads();
  if constexpr (block >= 1024) {
    if (t < 512) tree[t] += tree[t + 512];
    __syncthreads();
  }
  if constexpr (block >= 512) {
    if (t < 256) tree[t] += tree[t + 256];
    __syncthreads();
  }
  if constexpr (block >= 256) {
    if (t < 128) tree[t] += tree[t + 128];
    __syncthreads();
  }
  if constexpr (block >= 128) {
    if (t < 64) tree[t] += tree[t + 64];
    __syncthreads();
  }
  if (t < 32) {
#pragma unroll
    for (unsigned s = 32; s > 0; s /= 2) {
      const Value right = tree[t + s];
      __syncwarp();
      tree[t] += right;
      __syncwarp();
    }
  }
}

// The grid is small enough for PAIRS pairs a thread. It strides over the elements by its own width, so that each load of a
// warp is contiguous, and any grid is right for any n. One pair is reduce/k6.
extern "C" __global__ void reduce_k7(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  Value sum = 0;
  for (size_t i = size_t(blockIdx.x) * 2 * BLOCK + t; i < n; i += size_t(gridDim.x) * 2 * BLOCK) {
    sum += in[i];
    if (i + BLOCK < n) sum += in[i + BLOCK];
  }
  tree[t] = sum;
  add_tree<BLOCK>(tree, t);
  finish_block(tree[0], out, partial, finished);
}

// The launch before an atomic finish.
extern "C" __global__ void clear_result(Value* out) {
  out[0] = 0;
}

// The launch behind the finish second_block: one block.
extern "C" __global__ void add_partial_sums(Value* out, const Value* partial, unsigned count) {
  add_all(out, partial, count);
}
