/* lanescope
title   = "Uninitialised local memory"
summary = "An array of the thread is read further than it was filled. With fault = 0 it does not."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
fault = { values = [0, 1], default = 1 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "check_uninitialised_local"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n", "8 - fault"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void check_uninitialised_local(unsigned* out, const unsigned* in, unsigned n, unsigned filled) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  unsigned values[8];
  for (unsigned k = 0; k < filled; ++k) values[k] = in[i] + k;
  out[i] = values[(i + in[i] % 2) % 8];
}
