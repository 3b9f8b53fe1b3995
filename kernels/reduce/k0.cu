/* warpscope
title   = "Reduction with a divergent tree"
summary = "Every second thread adds its neighbour, then every fourth, every eighth: all warps stay busy to the end with ever fewer lanes."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V1, reduce0"
claims  = [
  "It reads and writes shared memory in exactly as many wavefronts as k1, and is slower all the same.",
  "Until each warp has one lane left no warp is free.",
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
entry     = "reduce_k0"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_k0"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_k0"
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

// Each block adds BLOCK elements: a tree whose steps double the distance. In step s the threads whose number is a multiple
// of 2 s add what stands s further right. The threads at work are spread over all warps: with 256 threads 8, 8, 8, 8, 8, 4,
// 2 and 1 warps have a step to execute, though 128, 64, 32 ... lanes would fit into 4, 2, 1 ... warps.
extern "C" __global__ void reduce_k0(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * blockDim.x + t;
  tree[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    if (t % (2 * s) == 0) tree[t] += tree[t + s];
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
