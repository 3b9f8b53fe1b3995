/* lanescope
title   = "Reduction of 16 bytes a load"
summary = "Four elements with each load: a quarter of the instructions for the same bytes, and more of them on their way at once."
article = "CUDA Mode notes 1: the reduction ladder"
section = "beyond the article"
claims  = [
  "It reaches what k7 reaches with its best number of pairs, with any number of vectors.",
  "One atomic addition for each thread is slow, for each warp fair, for each block as good as any.",
  "Which finish is chosen shows at small n only: what differs is the time of a launch.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/vec4_f32" = { element = "f32" }

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
vectors = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512], default = 8 }
finish  = { values = ["relaunch", "second_block", "atomic_thread", "atomic_warp", "atomic_block", "last_block", "cooperative"], default = "last_block" }
element = { values = ["i32", "f32"], default = "i32" }

[let]
items   = "4 * block * vectors"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_thread ? blocks * block : finish == finish_atomic_warp ? blocks * block / 32 : finish == finish_atomic_block ? blocks : 0"
terms   = "vectors + 4"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_vec4"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_vec4"
*/

#include "reduction_element.cuh"
#include "reduction_finish.cuh"

// A thread adds VECTORS fours of elements. What is left behind the last whole four, three elements at most, is added by the
// first threads of the grid.
extern "C" __global__ void reduce_vec4(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  const size_t fours = n / 4, thread = size_t(blockIdx.x) * BLOCK + threadIdx.x;
  const FourValues* const in_fours = reinterpret_cast<const FourValues*>(in);
  Value sum = 0;
  for (size_t i = thread; i < fours; i += size_t(gridDim.x) * BLOCK) {
    const FourValues four = in_fours[i];
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
