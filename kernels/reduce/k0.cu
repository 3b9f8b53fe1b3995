/* lanescope
title   = "Reduction with a divergent tree"
summary = "Every second thread adds its neighbour, then every fourth, every eighth: all warps stay busy to the end with ever fewer lanes."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V1, reduce0"
claims  = [
  "It reads and writes shared memory in exactly as many wavefronts as k1, and is slower all the same.",
  "Until each warp has one lane left no warp is free.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/k0_f32" = { element = "f32" }

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
entry   = "reduce_k0"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k0"
*/

#include "reduction_element.cuh"
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
