/* lanescope
title   = "Uninitialised output"
summary = "Adds to an output that nothing has written. With fault = 0 it does not."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
fault = { values = [0, 1], default = 1 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "check_uninitialised_global"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void check_uninitialised_global(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
#if FAULT
  out[i] += in[i];
#else
  out[i] = in[i];
  out[i] += in[i];
#endif
}
