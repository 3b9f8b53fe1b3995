/* lanescope
title   = "Before a buffer"
summary = "The first thread stores one element before the start. With fault = 0 it does not."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
fault = { values = [0, 1], default = 1 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "check_global_before"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void check_global_before(unsigned* out, const unsigned* in, unsigned n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < int(n)) out[i == 0 ? -FAULT : i] = in[i];
}
