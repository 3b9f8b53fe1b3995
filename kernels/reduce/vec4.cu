/* warpscope
title   = "Reduction of 16 bytes a load"
summary = "Four elements with each load: a quarter of the instructions for the same bytes, and more of them on their way at once."
article = "CUDA Mode notes 1: the reduction ladder"
section = "beyond the article"
claims  = [
  "It reaches what k7 reaches with its best number of pairs, with any number of vectors.",
  "One atomic addition for each thread is slow, for each warp fair, for each block as good as any.",
  "Which finish is chosen shows at small n only: what differs is the time of a launch.",
]

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
vectors = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512], default = 8 }
finish  = { values = ["relaunch", "second_block", "atomic_thread", "atomic_warp", "atomic_block", "last_block", "cooperative"], default = "last_block" }

[problem]
n = { min = 0, max = 4294967296, default = 16777216 }

[let]
items  = "4 * block * vectors"
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
entry     = "reduce_vec4"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_vec4"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

[[launch]]
when         = "finish == finish_relaunch"
entry        = "reduce_vec4"
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

// A thread adds VECTORS fours of elements. What is left behind the last whole four, three elements at most, is added by the
// first threads of the grid.
extern "C" __global__ void reduce_vec4(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  const size_t fours = n / 4, thread = size_t(blockIdx.x) * BLOCK + threadIdx.x;
  const uint4* const in_fours = reinterpret_cast<const uint4*>(in);
  Value sum = 0;
  for (size_t i = thread; i < fours; i += size_t(gridDim.x) * BLOCK) {
    const uint4 four = in_fours[i];
    sum += (four.x + four.y) + (four.z + four.w);
  }
  if (thread < n % 4) sum += in[4 * fours + thread];
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
