/* warpscope
title   = "Reduction whose last warp does not synchronise"
summary = "The article's own last warp: volatile and no barrier, because lanes once ran in step. Usually right, and a race."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V5, reduce5, R-B3"
claims  = [
  "The sum is right on most runs all the same: unsafe is not always wrong.",
  "racecheck reports a hazard here and none in k5.",
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
entry     = "reduce_k5_volatile"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_k5_volatile"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_k5_volatile"
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

[expect]
fault = "race"
*/

using Value = unsigned;  // of int32: unsigned wraps around where the overflow of a signed sum is undefined

#include "reduction_finish.cuh"

// As reduce/k5, with volatile in the place of __syncwarp.
//
// What is wrong: since Volta each lane has a program counter of its own. Lane t reads tree[t + s] while lane t + s may have
// overwritten it with its own sum of this step already. volatile makes every access happen, but no lane waits for another.
// Remedy: reduce/k5, or shuffles (reduce/shfl).
extern "C" __global__ void reduce_k5_volatile(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
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
    volatile Value* last = tree;
    last[t] = last[t] + last[t + 32];
    last[t] = last[t] + last[t + 16];
    last[t] = last[t] + last[t + 8];
    last[t] = last[t] + last[t + 4];
    last[t] = last[t] + last[t + 2];
    last[t] = last[t] + last[t + 1];
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
