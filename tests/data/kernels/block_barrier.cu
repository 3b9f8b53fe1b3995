/* lanescope
title   = "A barrier object of a block"
summary = "cuda::barrier: arrivals apart from waits, over several phases, and threads that leave."

[buffers]
in  = { role = "in",  type = "u32", shape = [128], fill = "random" }
out = { role = "out", type = "u32", shape = [4, 128], fill = "poison" }

[[launch]]
entry     = "block_barrier"
grid      = [1]
block     = [128]
arguments = ["out", "in"]

[work]
bytes = 0
flops = 0
*/
#include <cuda/barrier>

// In each phase a thread writes its value and takes that of another one. The last warp leaves before the last phase.
extern "C" __global__ void block_barrier(unsigned* out, const unsigned* in) {
  using Barrier = cuda::barrier<cuda::thread_scope_block>;
  __shared__ __align__(8) unsigned char place[sizeof(Barrier)];
  __shared__ unsigned values[2][128];
  Barrier& barrier = *reinterpret_cast<Barrier*>(place);
  const unsigned t = threadIdx.x;
  if (t == 0) init(&barrier, 128);
  __syncthreads();
  for (unsigned phase = 0; phase < 3; ++phase) {
    values[phase % 2][t] = in[t] + phase;
    auto token = barrier.arrive();
    out[128 * 3 + t] = in[t] ^ phase;
    barrier.wait(static_cast<decltype(token)&&>(token));
    out[128 * phase + t] = values[phase % 2][(t * 5 + phase) % 128];
  }
  if (t >= 96) {
    barrier.arrive_and_drop();
    return;
  }
  values[1][t] = in[t] + 3;
  barrier.arrive_and_wait();
  out[128 * 3 + t] = values[1][95 - t];
}
