/* lanescope
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

[let]
items   = "2 * block"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_block ? blocks : 0"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_k5_volatile"
element = "i32"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k5_volatile"
element = "i32"

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
