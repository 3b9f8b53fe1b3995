/* lanescope
title   = "Reduction with a sequential tree"
summary = "The first half adds the second: the threads at work and the words they touch both stand side by side, without a conflict."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V3, reduce2"
claims  = [
  "It needs a quarter of the shared wavefronts of k0 and k1 with 256 threads: 12 instead of 47 for each access.",
  "It is faster than k1.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/k2_f32" = { element = "f32" }

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
finish  = { values = ["relaunch", "second_block", "atomic_block", "last_block", "cooperative"], default = "relaunch" }
element = { values = ["i32", "f32"], default = "i32" }

[let]
items   = "block"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_block ? blocks : 0"
terms   = "1"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_k2"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k2"
*/

#include "reduction_element.cuh"
#include "reduction_finish.cuh"

// The tree the other way round: the distance begins with half of the block and halves. Neighbouring threads read and write
// neighbouring words, and the threads at work are always the first ones.
extern "C" __global__ void reduce_k2(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * blockDim.x + t;
  tree[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) tree[t] += tree[t + s];
    __syncthreads();
  }
  finish_block(tree[0], out, partial, finished);
}
