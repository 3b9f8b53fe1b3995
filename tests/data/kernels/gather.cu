/* lanescope
title   = "Gather"
summary = "Reads elements at places that another buffer names. A random number is no such place."

[problem]
n = { min = 1, max = 65536, default = 1024 }

[buffers]
at   = { role = "in",  type = "i32", shape = ["n"], fill = "random" }
from = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
to   = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "gather"
grid      = ["ceil_div(n, 256)"]
block     = [256]
arguments = ["at", "from", "to", "n"]

[work]
bytes = "12 * n"
flops = 0
*/
extern "C" __global__ void gather(const int* at, const float* from, float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[at[i]];
}
