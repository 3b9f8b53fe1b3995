/* lanescope
title   = "Random reads of a small table"
summary = "All blocks read elements of a table of some megabytes by random numbers; the table fits into the L2."

[parameters]
block = { values = [64, 128, 256, 512], default = 256 }
each  = { values = [1, 2, 4, 8], default = 4 }

[problem]
n     = { min = 1, max = 268435456, default = 8000000 }
table = { min = 1, max = 67108864, default = 500000 }

[buffers]
index = { role = "in",  type = "u32", shape = ["n"], fill = "random", below = "table" }
held  = { role = "in",  type = "f32", shape = ["table"], fill = "random" }
out   = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "table_lookup"
grid      = ["ceil_div(n, block * each)"]
block     = ["block"]
arguments = ["out", "index", "held", "n"]

[work]
bytes = "8 * n + 4 * table"
flops = 0
*/
extern "C" __global__ void table_lookup(float* out, const unsigned* index, const float* held, unsigned n) {
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
#pragma unroll
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = first + i * BLOCK;
    if (at < n) out[at] = held[index[at]];
  }
}
