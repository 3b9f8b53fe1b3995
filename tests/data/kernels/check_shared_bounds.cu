/* lanescope
title   = "Outside of shared memory"
summary = "A store one element past the only array. With fault = 0 it does not."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
fault = { values = [0, 1], default = 1 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "check_shared_bounds"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void check_shared_bounds(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ volatile unsigned values[BLOCK];  // volatile: a store that nothing reads would be dropped
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  values[t + FAULT] = i < n ? in[i] : 0;
  if (i < n) out[i] = FAULT ? 0 : values[t];
}
