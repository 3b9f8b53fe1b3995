/* lanescope
title   = "Endless"
summary = "Copies again and again, and never ends."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 16777216, default = 65536 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "endless"
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
fault = "endless"
*/
// The host cannot stop a kernel that runs. The store in the loop keeps the compiler from leaving it out.
extern "C" __global__ void endless(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  volatile float* place = out;
  while (i < n) place[i] = in[i];
}
