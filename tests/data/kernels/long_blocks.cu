/* lanescope
title   = "Long blocks"
summary = "Each block counts for a long time, and ends."

[parameters]
block = { values = [256], default = 256 }

[problem]
n = { min = 1, max = 16777216, default = 65536 }

[buffers]
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "long_blocks"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "n"]

[work]
bytes = "4 * n"
flops = "0"
*/
// A linear congruential generator: its steps follow from each other, so that no compiler leaves them out.
extern "C" __global__ void long_blocks(unsigned* out, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  unsigned value = i;
#pragma unroll 1
  for (unsigned step = 0; step < 800000; ++step) value = value * 1664525u + 1013904223u;
  if (i < n) out[i] = value;
}
