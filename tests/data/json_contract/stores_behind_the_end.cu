/* lanescope
title   = "Stores behind the end"
summary = "Fails: it stores a few elements behind the end of its buffer, and promises no fault."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 16777216, default = 65536 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "stores_behind_the_end"
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
extern "C" __global__ void stores_behind_the_end(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i];
  if (i < 8) out[n + i] = 1.0f;
}
