/* lanescope
title   = "A reader and a writer"
summary = "A thread reads what another writes, with no barrier between. With fault = 0 it does not."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
fault = { values = [0, 1], default = 1 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "check_race_read_write"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void check_race_read_write(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned values[BLOCK];
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  values[t] = 0;
  __syncthreads();
  values[t] = i < n ? in[i] : 1;
  if (!FAULT) __syncthreads();
  if (i < n) out[i] = values[BLOCK - 1 - t];
}
