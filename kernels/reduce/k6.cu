/* warpscope
title   = "Reduction unrolled by a template"
summary = "The size of the block is a constant of the program: the loop is written out, and what cannot happen is not compiled."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V6, reduce6"
claims  = [
  "It is a little faster than k5: no loop instructions.",
  "The generated code shrinks with the block.",
]

[parameters]
block  = { values = [64, 128, 256, 512, 1024], default = 256 }
finish = { values = ["relaunch", "second_block", "atomic_block", "last_block", "cooperative"], default = "relaunch" }

[problem]
n = { min = 0, max = 4294967296, default = 16777216 }

[let]
items  = "2 * block"
blocks = "max(1, ceil_div(n, items))"
left   = "blocks"

[[require]]
that = "finish != finish_cooperative || blocks * block <= 65536"
else = "a grid that synchronises must be resident as a whole: at most 65,536 threads, so that small GPUs hold it too"

[buffers]
in       = { role = "in",  type = "i32", shape = ["n"], fill = "random" }
out      = { role = "out", type = "i32", shape = [1], fill = "poison" }
partial  = { role = "scratch", type = "i32", shape = ["blocks"], fill = "poison" }
next     = { role = "scratch", type = "i32", shape = ["ceil_div(blocks, items)"], fill = "poison" }
finished = { role = "scratch", type = "u32", shape = [1], fill = "zero" }

[[launch]]
when      = "finish == finish_atomic_block"
entry     = "clear_result"
grid      = [1]
block     = [1]
arguments = ["out"]

[[launch]]
when      = "finish != finish_cooperative"
entry     = "reduce_k6"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_k6"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_k6"
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
wrap      = true
*/

using Value = unsigned;  // of int32: unsigned wraps around where the overflow of a signed sum is undefined

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

// As reduce/k5.
extern "C" __global__ void reduce_k6(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * 2 * BLOCK + t;
  const Value first = i < n ? in[i] : 0, second = i + BLOCK < n ? in[i + BLOCK] : 0;
  tree[t] = first + second;
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
