/* lanescope
title   = "Histogram in global memory"
summary = "Every key adds one to a counter in global memory: many counters are scattered, few are shared by lanes."

[parameters]
block = { values = [64, 128, 256, 512], default = 256 }
each  = { values = [1, 4, 16], default = 4 }

[problem]
n    = { min = 1, max = 268435456, default = 4000000 }
bins = { min = 1, max = 268435456, default = 1000000 }

[buffers]
keys   = { role = "in",  type = "u32", shape = ["n"], fill = "random", below = "bins" }
counts = { role = "out", type = "u32", shape = ["bins"], fill = "zero" }

[[launch]]
entry     = "histogram_scattered"
grid      = ["ceil_div(n, block * each)"]
block     = ["block"]
arguments = ["counts", "keys", "n"]

[work]
bytes = "4 * n + 8 * min(n, bins)"
flops = 0
*/
extern "C" __global__ void histogram_scattered(unsigned* counts, const unsigned* keys, unsigned n) {
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = first + i * BLOCK;
    if (at < n) atomicAdd(&counts[keys[at]], 1u);
  }
}
