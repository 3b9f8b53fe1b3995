/* lanescope
title   = "Probe: barriers"
summary = "A copy with a number of barriers between load and store: what does __syncthreads cost a block of this size?"
article = "1-D periodic Laplace: texture or shared memory"
section = "px.sync"
claims  = ["A barrier costs a large block more than a small one, and little where other blocks have work."]

[parameters]
block    = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
barriers = { values = [0, 1, 2, 4, 8, 16, 32, 64, 256], default = 16 }

[problem]
n = { min = 1, max = 2147483648, default = 1048576 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "sync"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

// All threads come to every barrier, also those beyond n.
extern "C" __global__ void sync(float* out, const float* in, size_t n) {
  const size_t i = size_t(blockIdx.x) * BLOCK + threadIdx.x;
  const float value = i < n ? in[i] : 0;
#pragma unroll 1
  for (unsigned barrier = 0; barrier < BARRIERS; ++barrier) __syncthreads();
  if (i < n) out[i] = value;
}
