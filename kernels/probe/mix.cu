/* lanescope
title   = "Probe: reads and writes together"
summary = "Each thread reads some words and writes others, four side by side: what does the memory reach with each share of writes?"
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "px.mix"

[parameters]
block  = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
reads  = { values = [0, 1, 2, 3, 4, 8], default = 1 }
writes = { values = [0, 1, 2, 3, 4, 8], default = 1 }

[problem]
blocks = { min = 1, max = 1048576, default = 16384 }

[let]
words = "4 * block * blocks"

[buffers]
in    = { role = "in",  type = "f32", shape = ["blocks"], fill = "random" }
out   = { role = "out", type = "f32", shape = ["blocks"], fill = "poison" }
from  = { role = "scratch", type = "f32", shape = ["max(1, reads) * words"], fill = "zero" }
to    = { role = "scratch", type = "f32", shape = ["max(1, writes) * words"], fill = "zero" }

[[launch]]
entry     = "mix"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in", "from", "to"]

[work]
bytes = "4 * words * (reads + writes) + 8 * blocks"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

// READS arrays are read and WRITES arrays are written, each from its beginning to its end. The compiler does not know that
// they hold zeros.
extern "C" __global__ void mix(float* out, const float* in, const float4* from, float4* to) {
  const size_t threads = size_t(gridDim.x) * BLOCK, i = size_t(blockIdx.x) * BLOCK + threadIdx.x;
  float4 value = {0, 0, 0, 0};
#pragma unroll
  for (unsigned array = 0; array < READS; ++array) {
    const float4 one = from[array * threads + i];
    value = {value.x + one.x, value.y + one.y, value.z + one.z, value.w + one.w};
  }
#pragma unroll
  for (unsigned array = 0; array < WRITES; ++array) to[array * threads + i] = value;
  if (__syncthreads_or(value.x + value.y + value.z + value.w != 0)) return;
  if (threadIdx.x == 0) out[blockIdx.x] = in[blockIdx.x];
}
