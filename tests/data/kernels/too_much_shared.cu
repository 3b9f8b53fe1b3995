/* lanescope
title   = "Too much shared memory"
summary = "Asks for more dynamic shared memory than any device has."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 16777216, default = 65536 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "too_much_shared"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]
shared_bytes = "1024 * 1024"

[work]
bytes = "2 * 4 * n"
flops = "0"

[check]
reference = "copy"
output    = "out"
exact     = true
*/
extern "C" __global__ void too_much_shared(float* out, const float* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  extern __shared__ float tile[];
  tile[threadIdx.x] = i < n ? in[i] : 0.0f;
  if (i < n) out[i] = tile[threadIdx.x];
}
