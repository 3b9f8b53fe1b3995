// What becomes of the sums of the blocks: the knob finish of every reduction. A kernel that includes this says first what
// it adds (using Value = unsigned;) and calls finish_block with the sum of its block, in all threads of the block at once.
// The launches around it stand in reduction_finish.toml and reduction_relaunch.toml.
//
//   relaunch      each block leaves a partial sum; the same kernel adds those, and so on until one is left
//   second_block  each block leaves a partial sum; one more launch of a single block adds them (add_all)
//   atomic_block  one atomic addition to the result for each block
//   last_block    each block leaves a partial sum and counts itself; the one that finds all others counted adds them
//   cooperative   each block leaves a partial sum; behind a barrier of the whole grid the first block adds them
//
// With the atomic ones the result must be zero before (a launch of its own). A grid of a single block has nothing to finish: it
// writes the result itself, whichever finish is chosen.
#pragma once

#if FINISH == FINISH_COOPERATIVE
#include <cooperative_groups.h>
#endif

// The sum of a warp's values, in lane 0.
__device__ inline Value sum_of_warp(Value value) {
#pragma unroll
  for (unsigned distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

// The sum of a block's values, in thread 0: of each warp by shuffles, then of the sums of the warps by the first one. All
// threads call it, once.
__device__ inline Value sum_of_block(Value value) {
  __shared__ Value of_warp[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  value = sum_of_warp(value);
  if (lane == 0) of_warp[warp] = value;
  __syncthreads();
  if (warp == 0) value = sum_of_warp(lane < blockDim.x / 32 ? of_warp[lane] : 0);
  return value;
}

// By all threads of one block. Other blocks wrote the partial sums: they are read past the L1, which does not hear of that.
__device__ inline void add_all(Value* out, const Value* partial, unsigned count) {
  Value sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x) sum += __ldcg(&partial[i]);
  sum = sum_of_block(sum);
  if (threadIdx.x == 0) out[0] = sum;
}

// sum is that of the block, in thread 0. finished counts blocks; it is zero before and behind the launch.
__device__ inline void finish_block(Value sum, Value* out, Value* partial, unsigned* finished) {
  [[maybe_unused]] const unsigned blocks = gridDim.x;
#if FINISH == FINISH_ATOMIC_BLOCK
  if (threadIdx.x == 0) atomicAdd(out, sum);
#else
  if (threadIdx.x == 0) (blocks == 1 ? out : partial)[blockIdx.x] = sum;
#endif

#if FINISH == FINISH_LAST_BLOCK
  if (blocks == 1) return;
  __shared__ bool last;
  if (threadIdx.x == 0) {
    __threadfence();                                       // the partial sum is seen by all before the count is
    last = atomicInc(finished, blocks - 1) == blocks - 1;  // the last one counts from blocks - 1 to zero again
  }
  __syncthreads();
  if (last) add_all(out, partial, blocks);
#elif FINISH == FINISH_COOPERATIVE
  if (blocks == 1) return;
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0) add_all(out, partial, blocks);
#endif
}

// The launch before an atomic finish.
extern "C" __global__ void clear_result(Value* out) {
  out[0] = 0;
}

// The launch behind the finish second_block: one block.
extern "C" __global__ void add_partial_sums(Value* out, const Value* partial, unsigned count) {
  add_all(out, partial, count);
}
