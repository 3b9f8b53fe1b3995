/* lanescope
title   = "Reduction whose last warp does without the block"
summary = "From 32 partial sums on one warp is enough: it goes on alone, with barriers of the warp, and the others are free."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V5, reduce5"
claims  = [
  "Six barriers of the block fewer make it faster than k3.",
  "No race is reported: __syncwarp orders the lanes, which volatile does not (k5_volatile).",
  "It needs a block of at least 64: the first step of the warp reads 32 words further.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/k5_f32" = { element = "f32" }

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
entry   = "reduce_k5"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k5"
*/

#include "reduction_element.cuh"
#include "reduction_finish.cuh"

// As reduce/k3 until 64 partial sums are left. The first warp adds those: each step reads into a register, waits for the
// other lanes to have read, writes, and waits for them to have written. Lanes whose sum is of no use any more add along: what
// they read has been written, and what they write nobody reads.
extern "C" __global__ void reduce_k5(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
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
#pragma unroll
    for (unsigned s = 32; s > 0; s /= 2) {
      const Value right = tree[t + s];
      __syncwarp();
      tree[t] += right;
      __syncwarp();
    }
  }
  finish_block(tree[0], out, partial, finished);
}
