/* lanescope
title   = "Lanes that wait for lanes of their own warp"
summary = "From compute capability 7.0 on each thread goes on by itself: a lock that every lane takes ends."

[parameters]
case = { values = ["lock", "shared_lock", "handed_on", "counted", "never"], default = "lock" }

[buffers]
lock  = { role = "inout", type = "u32", shape = [1], fill = "zero" }
count = { role = "out", type = "u32", shape = [64], fill = "zero" }

[[launch]]
entry     = "waiting_lanes"
grid      = [2]
block     = [64]
arguments = ["lock", "count"]
*/
extern "C" __global__ void waiting_lanes(unsigned* lock, unsigned* count) {
  const unsigned t = threadIdx.x;
#if CASE == CASE_LOCK
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  __threadfence();
  count[0] += 1;
  __threadfence();
  atomicExch(lock, 0);
#elif CASE == CASE_SHARED_LOCK
  __shared__ unsigned own_lock, own_count;
  if (t == 0) own_lock = own_count = 0;
  __syncthreads();
  while (atomicExch(&own_lock, 1) != 0) {
  }
  __threadfence_block();
  own_count += t;
  __threadfence_block();
  atomicExch(&own_lock, 0);
  __syncthreads();
  if (t == 0) count[blockIdx.x] = own_count;
#elif CASE == CASE_HANDED_ON
  // Each lane waits until the lane above it has counted.
  __shared__ unsigned turn;
  if (t == 0) turn = 0;
  __syncthreads();
  while (atomicAdd(&turn, 0) != 63 - t) {
  }
  if (blockIdx.x == 0) count[t] = 63 - t;
  atomicAdd(&turn, 1);
#elif CASE == CASE_COUNTED
  // One lane of each of two warps is left: a barrier for 64 threads waits for both warps.
  if (t % 32 != 0) return;
  if (t == 0) count[2 + blockIdx.x] = 7;
  asm volatile("barrier.sync 1, 64;" ::: "memory");
  if (t == 32) count[blockIdx.x] = count[2 + blockIdx.x];
#else
  if (blockIdx.x == 1 && t == 40) {
    while (atomicAdd(lock, 0) == 0) {  // nobody opens it
    }
  }
#endif
}
