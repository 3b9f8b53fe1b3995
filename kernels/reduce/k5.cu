/* warpscope
title   = "Reduction whose last warp does without the block"
summary = "From 32 partial sums on one warp is enough: it goes on alone, with barriers of the warp, and the others are free."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V5, reduce5"
claims  = [
  "Six barriers of the block fewer make it faster than k3.",
  "No race is reported: __syncwarp orders the lanes, which volatile does not (k5_volatile).",
  "It needs a block of at least 64: the first step of the warp reads 32 words further.",
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
entry     = "reduce_k5"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_k5"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_k5"
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

// As reduce/k3 until 64 partial sums are left. The first warp adds those: each step reads into a register, waits for the
// other lanes to have read, writes, and waits for them to have written. Lanes whose sum is of no use any more add along: what
// they read has been written, and what they write nobody reads.
extern "C" __global__ void reduce_k5(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * 2 * blockDim.x + t;
  const Value first = i < n ? in[i] : 0, second = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  tree[t] = first + second;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 32; s /= 2) {
    if (t < s) tree[t] += tree[t + s];
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
