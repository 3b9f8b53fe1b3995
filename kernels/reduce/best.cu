/* lanescope
title   = "The best reduction"
summary = "Everything that helps, put together: 16 bytes a load, several loads on their way, a grid that fits the GPU, one launch."
article = "CUDA Mode notes 1: the reduction ladder"
section = "beyond the article"
claims  = [
  "It is at least as fast as cub::DeviceReduce::Sum at 2^29 elements.",
  "It needs no number of pairs that fits n: the grid fits the SMs.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/best_f32" = { element = "f32" }

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 512 }
grid    = { values = [66, 132, 264, 528, 1056, 2112, 4224], default = 264 }
unroll  = { values = [1, 2, 4, 8], default = 4 }
load_op = { values = ["ca", "cg", "cs", "cv"], default = "cs" }
finish  = { values = ["second_block", "atomic_block", "last_block", "cooperative"], default = "last_block" }
element = { values = ["i32", "f32"], default = "i32" }

[let]
items   = "4 * block * unroll"
blocks  = "min(grid, max(1, ceil_div(n, items)))"
atomics = "finish == finish_atomic_block ? blocks : 0"
terms   = "ceil_div(n, 4 * block * blocks) + 4"
behind  = "atomics > 0 ? atomics : ceil_div(blocks, block) + 12"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_best"
*/

#include "cache_operators.cuh"
#include "reduction_element.cuh"
#include "reduction_finish.cuh"

// The grid has at most GRID blocks, a multiple of the SMs, and strides over the elements: each block does the same work,
// so that there is no tail of blocks that came last. A thread asks for UNROLL fours before it adds the first. The block that
// finishes last adds the partial sums: no second launch.
extern "C" __global__ void reduce_best(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  const size_t fours = n / 4, thread = size_t(blockIdx.x) * BLOCK + threadIdx.x;
  const size_t stride = size_t(gridDim.x) * BLOCK;
  const FourValues* const in_fours = reinterpret_cast<const FourValues*>(in);
  Value sum = 0;
  size_t i = thread;
  for (; i + (UNROLL - 1) * stride < fours; i += UNROLL * stride) {
    FourValues four[UNROLL];
#pragma unroll
    for (unsigned k = 0; k < UNROLL; ++k) four[k] = LOAD(&in_fours[i + k * stride]);
#pragma unroll
    for (unsigned k = 0; k < UNROLL; ++k) sum += (four[k].x + four[k].y) + (four[k].z + four[k].w);
  }
  for (; i < fours; i += stride) {
    const FourValues four = LOAD(&in_fours[i]);
    sum += (four.x + four.y) + (four.z + four.w);
  }
  if (thread < n % 4) sum += in[4 * fours + thread];
  finish_block(sum_of_block(sum), out, partial, finished);
}
