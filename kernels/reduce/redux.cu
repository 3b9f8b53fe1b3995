/* lanescope
title   = "Reduction by one instruction a warp"
summary = "Since compute capability 8.0 a warp adds its 32 integers in one instruction: redux.sync in the place of five shuffles."
article = "CUDA Mode notes 1: the reduction ladder"
section = "beyond the article"
claims  = ["Where memory is the limit it takes as long as shfl."]

[parameters]
block  = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
pairs  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 16 }
finish = { values = ["relaunch", "second_block", "atomic_thread", "atomic_warp", "atomic_block", "last_block", "cooperative"], default = "last_block" }

[let]
items   = "2 * block * pairs"
blocks  = "max(1, ceil_div(n, items))"
atomics = "finish == finish_atomic_thread ? blocks * block : finish == finish_atomic_warp ? blocks * block / 32 : finish == finish_atomic_block ? blocks : 0"

[[include]]
file    = "reduction_finish.toml"
entry   = "reduce_redux"
element = "i32"

[[include]]
file    = "reduction_relaunch.toml"
entry   = "reduce_redux"
element = "i32"
*/

using Value = unsigned;  // of int32: unsigned wraps around where the overflow of a signed sum is undefined

#include "reduction_finish.cuh"

// The sum of a warp's values, in lane 0.
__device__ inline Value sum_by_redux(Value value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(0xffffffff, value);
#else
  return sum_of_warp(value);  // there is no such instruction: by shuffles, and in lane 0 only
#endif
}

__device__ inline Value sum_of_block_by_redux(Value value) {
  __shared__ Value of_warp_by_redux[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = sum_by_redux(value);
  if (lane == 0) of_warp_by_redux[warp] = value;
  __syncthreads();
  if (warp == 0) value = sum_by_redux(lane < BLOCK / 32 ? of_warp_by_redux[lane] : 0);
  return value;
}

// As reduce/shfl.
extern "C" __global__ void reduce_redux(Value* out, Value* partial, const Value* in, unsigned* finished, size_t n) {
  Value sum = 0;
  for (size_t i = size_t(blockIdx.x) * 2 * BLOCK + threadIdx.x; i < n; i += size_t(gridDim.x) * 2 * BLOCK) {
    sum += in[i];
    if (i + BLOCK < n) sum += in[i + BLOCK];
  }
#if FINISH == FINISH_ATOMIC_THREAD
  atomicAdd(out, sum);
#elif FINISH == FINISH_ATOMIC_WARP
  sum = sum_by_redux(sum);
  if (threadIdx.x % 32 == 0) atomicAdd(out, sum);
#else
  finish_block(sum_of_block_by_redux(sum), out, partial, finished);
#endif
}
