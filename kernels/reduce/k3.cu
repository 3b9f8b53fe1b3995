/* lanescope
title   = "Reduction that adds while it loads"
summary = "Half of the threads of k2 only load and never add: here each one loads two elements and adds them on the way."
article = "CUDA Mode notes 1: the reduction ladder"
section = "V4, reduce3"
claims  = [
  "It is almost twice as fast as k2: half of the blocks and trees for the same elements.",
  "In single precision the order of the additions changes the last bits of the sum.",
]

[alias]
"reduce/k3_f32" = { element = "f32" }

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
finish  = { values = ["relaunch", "second_block", "atomic_block", "last_block", "cooperative"], default = "relaunch" }
element = { values = ["i32", "f32"], default = "i32" }

[let]
items   = "2 * block"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_block ? blocks : 0"
terms   = "2"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_k3"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_k3"
*/

#include "reduction_element.cuh"
#include "reduction_finish.cuh"

// As reduce/k2, on a slice twice as long: the first addition of each thread is that of its own two elements, BLOCK apart,
// so that both loads of a warp are contiguous. Each is guarded by itself.
extern "C" __global__ void reduce_k3(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
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
