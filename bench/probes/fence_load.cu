/* lanescope
title   = "Probe: fences among loads"
summary = "Blocks read, then one thread writes, fences and counts: what does a fence wait for?"
article = "CUDA Mode notes 1: the reduction ladder"
section = "px.fence_load"

[parameters]
block  = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
loads  = { values = [0, 1, 4, 16, 32], default = 4 }
fence  = { values = ["off", "on"], default = "on" }
count  = { values = ["off", "add", "result"], default = "result" }
write  = { values = ["off", "own_line", "side_by_side"], default = "side_by_side" }
chain  = { values = ["together", "one_by_one"], default = "together" }

[problem]
blocks = { min = 1, max = 1048576, default = 16384 }

[buffers]
in       = { role = "in",  type = "f32", shape = ["blocks"], fill = "random" }
out      = { role = "out", type = "f32", shape = ["blocks"], fill = "poison" }
data     = { role = "scratch", type = "u32", shape = ["blocks * block * loads + 1"], fill = "zero" }
partial  = { role = "scratch", type = "u32", shape = ["32 * blocks"], fill = "zero" }
counters = { role = "scratch", type = "u32", shape = [1], fill = "zero" }

[[launch]]
entry     = "fence_load"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in", "data", "partial", "counters"]

[work]
bytes = "8 * blocks + 4 * blocks * block * loads"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

// All numbers that are read are 0, which the compiler does not know: what depends on them never happens.
extern "C" __global__ void fence_load(float* out, const float* in, const unsigned* data, unsigned* partial,
                                      unsigned* counters) {
  const unsigned t = threadIdx.x;
  unsigned sum = 0;
#if LOADS > 0
  const unsigned* const own = data + size_t(blockIdx.x) * BLOCK * LOADS + t;
#if CHAIN == CHAIN_TOGETHER
#pragma unroll
  for (unsigned i = 0; i < LOADS; ++i) sum += own[i * BLOCK];
#else
#pragma unroll 1
  for (unsigned i = 0; i < LOADS; ++i) sum += own[i * BLOCK + sum];
#endif
#endif
  if (__syncthreads_or(sum != 0) || t > 0) return;
#if WRITE == WRITE_OWN_LINE
  partial[32 * blockIdx.x] = sum + 1;
#elif WRITE == WRITE_SIDE_BY_SIDE
  partial[blockIdx.x] = sum + 1;
#endif
#if FENCE == FENCE_ON
  __threadfence();
#endif
#if COUNT == COUNT_ADD
  atomicAdd(counters, 1);
#elif COUNT == COUNT_RESULT
  if (atomicInc(counters, 0xfffffff0) == 0xffffffff) return;
#endif
  out[blockIdx.x] = in[blockIdx.x];
}
