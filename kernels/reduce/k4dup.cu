/* lanescope
title   = "The same reduction once more"
summary = "The article's table has a row reduce4, 0.001 ms beside reduce3: the two programs are the same, and so are these two."
article = "CUDA Mode notes 1: the reduction ladder"
section = "reduce4"
claims  = ["It takes as long as k3, because it is k3."]

[parameters]
block  = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
finish = { values = ["relaunch", "second_block", "atomic_block", "last_block", "cooperative"], default = "relaunch" }

[let]
items   = "2 * block"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_block ? blocks : 0"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_k4dup"
element = "i32"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k4dup"
element = "i32"
*/

using Value = unsigned;  // of int32: unsigned wraps around where the overflow of a signed sum is undefined

#include "reduction_finish.cuh"

// The body of reduce/k3, as the article's reduce4 is that of its reduce3. What differs between their times is the spread of
// the measurement.
extern "C" __global__ void reduce_k4dup(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  __shared__ Value tree[BLOCK];
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * 2 * blockDim.x + t;
  const Value first = i < n ? in[i] : 0, second = i + blockDim.x < n ? in[i + blockDim.x] : 0;
  tree[t] = first + second;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
    if (t < s) tree[t] += tree[t + s];
    __syncthreads();
  }
  finish_block(tree[0], out, partial, finished);
}
