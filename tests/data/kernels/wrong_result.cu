/* lanescope
title   = "Wrong result"
summary = "One element in 1000 is wrong."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 16777216, default = 65536 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "wrong_result"
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

[expect]
fault = "mismatch"
*/
extern "C" __global__ void wrong_result(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = i % 1000 == 17 ? in[i] + 1.0f : in[i];
}
