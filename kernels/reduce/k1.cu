/* warpscope
title   = "Reduction with an interleaved tree"
summary = "The same tree, its work packed into the first warps: no divergence any more, but strides of 2, 4, 8 ... words, and so bank conflicts."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V2, reduce1"
claims  = [
  "It is faster than k0 although shared memory has just as many wavefronts to serve.",
  "The worst degree of conflict is block / 32: 2 with 64 threads, 32 with 1024.",
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
entry     = "reduce_k1"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_k1"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_k1"
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

// The tree of reduce/k0, dealt out differently: thread t takes the t-th addition of a step, at position 2 s t. The threads
// at work stand side by side and fill whole warps. But neighbours are 2 s words apart, and with s = 16 all lanes meet the
// same bank.
extern "C" __global__ void reduce_k1(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * blockDim.x + t;
  tree[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned position = 2 * s * t;
    if (position < blockDim.x) tree[position] += tree[position + s];
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
