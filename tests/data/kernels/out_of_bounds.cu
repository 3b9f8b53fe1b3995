/* lanescope
title   = "Out of bounds"
summary = "Copies right, and also stores a few elements behind the end."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 16777216, default = 65536 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "out_of_bounds"
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
fault = "out_of_bounds"
*/
extern "C" __global__ void out_of_bounds(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i];
  if (i < 8) out[n + i] = 1.0f;
}
