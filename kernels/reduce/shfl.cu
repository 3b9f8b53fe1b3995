/* lanescope
title   = "Reduction by shuffles"
summary = "The lanes of a warp hand each other their sums from register to register: shared memory is needed once, for one word a warp."
article = "CUDA Mode notes 1: the reduction ladder"
section = "beyond the article"
claims  = [
  "One barrier of the block is left of log2(block) - 5.",
  "One atomic addition for each thread is slow, for each warp fair, for each block as good as any.",
  "Which finish is chosen shows at small n only: what differs is the time of a launch.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/shfl_f32" = { element = "f32" }

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
pairs   = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 16 }
finish  = { values = ["relaunch", "second_block", "atomic_thread", "atomic_warp", "atomic_block", "last_block", "cooperative"], default = "last_block" }
element = { values = ["i32", "f32"], default = "i32" }

[let]
items   = "2 * block * pairs"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_thread ? blocks * block : finish == finish_atomic_warp ? blocks * block / 32 : finish == finish_atomic_block ? blocks : 0"
terms   = "2 * pairs"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_shfl"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_shfl"
*/

#include "reduction_element.cuh"
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
