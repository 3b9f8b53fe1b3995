/* warpscope
title   = "The best reduction, single precision"
summary = "Everything that helps, put together: 16 bytes a load, several loads on their way, a grid that fits the GPU, one launch."
article = "CUDA Mode notes 1: the reduction ladder"
section = "beyond the article"
claims  = [
  "The order of the additions changes the last bits of the sum.",
  "It is at least as fast as cub::DeviceReduce::Sum at 2^29 elements.",
  "It needs no number of pairs that fits n: the grid fits the SMs.",
]

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 512 }
grid    = { values = [66, 132, 264, 528, 1056, 2112, 4224], default = 264 }
unroll  = { values = [1, 2, 4, 8], default = 4 }
load_op = { values = ["ca", "cg", "cs", "cv"], default = "cs" }
finish  = { values = ["second_block", "atomic_block", "last_block", "cooperative"], default = "last_block" }

[problem]
n = { min = 0, max = 4294967296, default = 16777216 }

[let]
items  = "4 * block * unroll"
blocks = "min(grid, max(1, ceil_div(n, items)))"
left   = "blocks"
behind = "finish == finish_atomic_block ? blocks : ceil_div(blocks, block) + 12"
depth  = "min(10000000, ceil_div(n, 4 * block * blocks) + 4 + 12 + behind)"

[[require]]
that = "finish != finish_cooperative || blocks * block <= 65536"
else = "a grid that synchronises must be resident as a whole: at most 65,536 threads, so that small GPUs hold it too"

[buffers]
in       = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out      = { role = "out", type = "f32", shape = [1], fill = "poison" }
partial  = { role = "scratch", type = "f32", shape = ["blocks"], fill = "poison" }
finished = { role = "scratch", type = "u32", shape = [1], fill = "zero" }

[[launch]]
when      = "finish == finish_atomic_block"
entry     = "clear_result"
grid      = [1]
block     = [1]
arguments = ["out"]

[[launch]]
when      = "finish != finish_cooperative"
entry     = "reduce_best"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]

[[launch]]
when      = "finish == finish_cooperative"
entry     = "reduce_best"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "partial", "in", "finished", "n"]
cooperative = true

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

#include "cache_operators.cuh"
#include "reduction_finish.cuh"

// The grid has at most GRID blocks, a multiple of the SMs, and strides over the elements: each block does the same work,
// so that there is no tail of blocks that came last. A thread asks for UNROLL fours before it adds the first. The block that
// finishes last adds the partial sums: no second launch.
extern "C" __global__ void reduce_best(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  const size_t fours = n / 4, thread = size_t(blockIdx.x) * BLOCK + threadIdx.x;
  const size_t stride = size_t(gridDim.x) * BLOCK;
  const float4* const in_fours = reinterpret_cast<const float4*>(in);
  Value sum = 0;
  size_t i = thread;
  for (; i + (UNROLL - 1) * stride < fours; i += UNROLL * stride) {
    float4 four[UNROLL];
#pragma unroll
    for (unsigned k = 0; k < UNROLL; ++k) four[k] = LOAD(&in_fours[i + k * stride]);
#pragma unroll
    for (unsigned k = 0; k < UNROLL; ++k) sum += (four[k].x + four[k].y) + (four[k].z + four[k].w);
  }
  for (; i < fours; i += stride) {
    const float4 four = LOAD(&in_fours[i]);
    sum += (four.x + four.y) + (four.z + four.w);
  }
  if (thread < n % 4) sum += in[4 * fours + thread];
  finish_block(sum_of_block(sum), out, partial, finished);
}

// The launch before an atomic finish.
extern "C" __global__ void clear_result(Value* out) {
  out[0] = 0;
}

// The launch behind the finish second_block: one block.
extern "C" __global__ void add_partial_sums(Value* out, const Value* partial, unsigned count) {
  add_all(out, partial, count);
}
