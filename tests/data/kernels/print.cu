/* lanescope
title   = "Print"
summary = "One thread says something on the way."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 16777216, default = 65536 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "print"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "2 * 4 * n"
flops = "0"

[check]
reference = "copy"
output    = "out"
exact     = true
*/
extern "C" __global__ void print(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i == 0) printf("thread 0 of %u says hello\n", n);
  if (i < n) out[i] = in[i];
}
