/* warpscope
title   = "Reduction with a sequential tree"
summary = "The first half adds the second: the threads at work and the words they touch both stand side by side, without a conflict."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V3, reduce2"
claims  = [
  "It needs a quarter of the shared wavefronts of k0 and k1 with 256 threads: 12 instead of 47 for each access.",
  "It is faster than k1.",
]

[parameters]
block  = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
finish = { values = ["relaunch", "second_block", "atomic_block", "last_block", "cooperative"], default = "relaunch" }

[problem]
n = { min = 0, max = 4294967296, default = 16777216 }

[let]
items  = "block"
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
entry     = "reduce_k2"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_k2"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_k2"
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

// The tree the other way round: the distance begins with half of the block and halves. Neighbouring threads read and write
// neighbouring words, and the threads at work are always the first ones.
extern "C" __global__ void reduce_k2(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * blockDim.x + t;
  tree[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) tree[t] += tree[t + s];
    __syncthreads();
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
