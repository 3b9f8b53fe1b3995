/* lanescope
title   = "Reduction with an interleaved tree"
summary = "The same tree, its work packed into the first warps: no divergence any more, but strides of 2, 4, 8 ... words, and so bank conflicts."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V2, reduce1"
claims  = [
  "It is faster than k0 although shared memory has just as many wavefronts to serve.",
  "The worst degree of conflict is block / 32: 2 with 64 threads, 32 with 1024.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/k1_f32" = { element = "f32" }

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
entry   = "reduce_k1"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k1"
*/

#include "reduction_element.cuh"
#include "reduction_finish.cuh"

// The tree of reduce/k0, dealt out differently: thread t takes the t-th addition of a step, at position 2 s t. The threads
// at work stand side by side and fill whole warps. But neighbours are 2 s words apart, and with s = 16 all lanes meet the
// same bank.
extern "C" __global__ void reduce_k1(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * blockDim.x + t;
  tree[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = 1; s < blockDim.x; s *= 2) {
    const unsigned position = 2 * s * t;
    if (position < blockDim.x) tree[position] += tree[position + s];
    __syncthreads();
  }
  finish_block(tree[0], out, partial, finished);
}
