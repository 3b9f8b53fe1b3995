/* lanescope
title   = "Reduction of many pairs a thread"
summary = "Algorithm cascading: each thread first adds pairs elements twice over, and only what is left goes through the tree."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V7, reduce7_N"
claims  = [
  "At 2^29 elements the best number of pairs is about 16, and the curve is flat from 8 to 256.",
  "With 512 and 1024 pairs it falls off: too few blocks to fill the SMs evenly.",
  "The best number of pairs follows the blocks an SM has, not log2(n).",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/k7_f32" = { element = "f32" }

[parameters]
block   = { values = [64, 128, 256, 512, 1024], default = 256 }
pairs   = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 16 }
finish  = { values = ["relaunch", "second_block", "atomic_block", "last_block", "cooperative"], default = "relaunch" }
element = { values = ["i32", "f32"], default = "i32" }

[let]
items   = "2 * block * pairs"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_block ? blocks : 0"
terms   = "2 * pairs"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_k7"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k7"
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

// The grid is small enough for PAIRS pairs a thread. It strides over the elements by its own width, so that each load of a
// warp is contiguous, and any grid is right for any n. One pair is reduce/k6.
extern "C" __global__ void reduce_k7(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  Value sum = 0;
  for (size_t i = size_t(blockIdx.x) * 2 * BLOCK + t; i < n; i += size_t(gridDim.x) * 2 * BLOCK) {
    sum += in[i];
    if (i + BLOCK < n) sum += in[i + BLOCK];
  }
  tree[t] = sum;
  add_tree<BLOCK>(tree, t);
  finish_block(tree[0], out, partial, finished);
}
