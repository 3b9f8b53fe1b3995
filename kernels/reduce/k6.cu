/* lanescope
title   = "Reduction unrolled by a template"
summary = "The size of the block is a constant of the program: the loop is written out, and what cannot happen is not compiled."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V6, reduce6"
claims  = [
  "It is a little faster than k5: no loop instructions.",
  "The generated code shrinks with the block.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/k6_f32" = { element = "f32" }

[parameters]
block   = { values = [64, 128, 256, 512, 1024], default = 256 }
finish  = { values = ["relaunch", "second_block", "atomic_block", "last_block", "cooperative"], default = "relaunch" }
element = { values = ["i32", "f32"], default = "i32" }

[let]
items   = "2 * block"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_block ? blocks : 0"
terms   = "2"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_k6"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k6"
*/

#include "reduction_element.cuh"
#include "reduction_finish.cuh"

// Leaves the sum of tree in tree[0]. block is known when this is compiled: of the ifs on it nothing is left but the steps
// that there are, without a counter, a comparison or a jump.
template <unsigned block>
__device__ void add_tree(Value* tree, unsigned t) {
  __syncthreads();
  if constexpr (block >= 1024) {
    if (t < 512) tree[t] += tree[t + 512];
    __syncthreads();
  }
  if constexpr (block >= 512) {
    if (t < 256) tree[t] += tree[t + 256];
    __syncthreads();
  }
  if constexpr (block >= 256) {
    if (t < 128) tree[t] += tree[t + 128];
    __syncthreads();
  }
  if constexpr (block >= 128) {
    if (t < 64) tree[t] += tree[t + 64];
    __syncthreads();
  }
  if (t < 32) {
#pragma unroll
    for (unsigned s = 32; s > 0; s /= 2) {
      const Value right = tree[t + s];
      __syncwarp();
      tree[t] += right;
      __syncwarp();
    }
  }
}

// As reduce/k5.
extern "C" __global__ void reduce_k6(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * 2 * BLOCK + t;
  const Value first = i < n ? in[i] : 0, second = i + BLOCK < n ? in[i + BLOCK] : 0;
  tree[t] = first + second;
  add_tree<BLOCK>(tree, t);
  finish_block(tree[0], out, partial, finished);
}
