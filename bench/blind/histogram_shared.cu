/* lanescope
title   = "Histogram with counters in shared memory"
summary = "Each block counts the bytes of its part in shared memory and adds its 256 counters to those of the grid."

[parameters]
block = { values = [64, 128, 256, 512, 1024], default = 256 }
each  = { values = [4, 16, 64, 256], default = 64 }

[problem]
n = { min = 1, max = 1073741824, default = 30000000 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [256], fill = "zero" }

[[launch]]
entry     = "histogram_shared"
grid      = ["ceil_div(n, block * each)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "4 * n"
flops = 0

[check]
same_as = "histogram_global"
output  = "out"
exact   = true
*/
extern "C" __global__ void histogram_shared(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned counters[256];
  for (unsigned i = threadIdx.x; i < 256; i += BLOCK) counters[i] = 0;
  __syncthreads();
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = first + i * BLOCK;
    if (at < n) atomicAdd(&counters[in[at] >> 24], 1u);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < 256; i += BLOCK) atomicAdd(&out[i], counters[i]);
}

extern "C" __global__ void histogram_global(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = first + i * BLOCK;
    if (at < n) atomicAdd(&out[in[at] >> 24], 1u);
  }
}
