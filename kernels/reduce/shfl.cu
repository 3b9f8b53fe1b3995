/* warpscope
title   = "Reduction by shuffles"
summary = "The lanes of a warp hand each other their sums from register to register: shared memory is needed once, for one word a warp."
article = "CUDA Mode notes 1: the reduction ladder"
section = "beyond the article"
claims  = [
  "One barrier of the block is left of log2(block) - 5.",
  "One atomic addition for each thread is slow, for each warp fair, for each block as good as any.",
  "Which finish is chosen shows at small n only: what differs is the time of a launch.",
]

[parameters]
block  = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
pairs  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 16 }
finish = { values = ["relaunch", "second_block", "atomic_thread", "atomic_warp", "atomic_block", "last_block", "cooperative"], default = "last_block" }

[problem]
n = { min = 0, max = 4294967296, default = 16777216 }

[let]
items  = "2 * block * pairs"
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
when      = "finish == finish_atomic_thread || finish == finish_atomic_warp || finish == finish_atomic_block"
entry     = "clear_result"
grid      = [1]
block     = [1]
arguments = ["out"]

[[launch]]
when      = "finish != finish_cooperative"
entry     = "reduce_shfl"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_shfl"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_shfl"
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

// As reduce/k7; the tree of the block is sum_of_block of reduction_finish.cuh. An atomic finish can do with less of it:
// with atomic_warp each warp adds its own sum to the result, with atomic_thread each thread, and there is no tree at all.
extern "C" __global__ void reduce_shfl(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  Value sum = 0;
  for (size_t i = size_t(blockIdx.x) * 2 * BLOCK + threadIdx.x; i < n; i += size_t(gridDim.x) * 2 * BLOCK) {
    sum += in[i];
    if (i + BLOCK < n) sum += in[i + BLOCK];
  }
#if FINISH == FINISH_ATOMIC_THREAD
  atomicAdd(out, sum);
#elif FINISH == FINISH_ATOMIC_WARP
  sum = sum_of_warp(sum);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
#else
  finish_block(sum_of_block(sum), out, partial, finished);
#endif
}

// The launch before an atomic finish.
extern "C" __global__ void clear_result(Value* out) {
  out[0] = 0;
}

// The launch behind the finish second_block: one block.
extern "C" __global__ void add_partial_sums(Value* out, const Value* partial, unsigned count) {
  add_all(out, partial, count);
}
