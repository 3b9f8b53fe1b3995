/* lanescope
title   = "Probe: fences"
summary = "Blocks that wait for what they wrote to be seen by the whole GPU: what does __threadfence() cost by itself, and beside others?"
article = "CUDA Mode notes 1: the reduction ladder"
section = "px.fence"

[parameters]
block  = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
fences = { values = [0, 1, 2, 4, 16], default = 4 }
who    = { values = ["thread", "warp", "block"], default = "thread" }
stores = { values = ["off", "on"], default = "on" }

[problem]
blocks = { min = 1, max = 1048576, default = 1056 }

[buffers]
in   = { role = "in",  type = "f32", shape = ["blocks"], fill = "random" }
out  = { role = "out", type = "f32", shape = ["blocks"], fill = "poison" }
data = { role = "scratch", type = "f32", shape = ["blocks * block"], fill = "zero" }

[[launch]]
entry     = "fence"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in", "data"]

[work]
bytes = "8 * blocks"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

// One thread of a block, one of each warp, or all of them, do FENCES fences, each behind a store or alone.
extern "C" __global__ void fence(float* out, const float* in, float* data) {
  const bool does = WHO == WHO_BLOCK || (WHO == WHO_WARP ? threadIdx.x % 32 == 0 : threadIdx.x == 0);
  if (!does) return;
#pragma unroll 1
  for (unsigned i = 0; i < FENCES; ++i) {
#if STORES == STORES_ON
    data[size_t(blockIdx.x) * BLOCK + threadIdx.x] = static_cast<float>(i);
#endif
    __threadfence();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = in[blockIdx.x];
}
