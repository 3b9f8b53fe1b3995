/* lanescope
title   = "Outside of local memory"
summary = "A store past an array of the thread. With fault = 0 it does not."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
fault = { values = [0, 1], default = 1 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "check_local_bounds"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n", "fault * 8"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void check_local_bounds(unsigned* out, const unsigned* in, unsigned n, unsigned beyond) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  unsigned values[8];
  for (unsigned k = 0; k < 8; ++k) values[k] = in[i] + k;
  values[in[i] % 8 + beyond] = 1;
  out[i] = values[in[i] / 8 % 8];
}
