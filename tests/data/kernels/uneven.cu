/* lanescope
title   = "Uneven blocks"
summary = "The blocks of the first quarter of the grid go through a loop 64 times as often as the others."

[problem]
n = { min = 1, max = 1048576, default = 51200 }

[buffers]
to = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "uneven"
grid      = ["ceil_div(n, 256)"]
block     = [256]
arguments = ["to", "n"]

[work]
bytes = "4 * n"
flops = 0
*/
extern "C" __global__ void uneven(float* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int trips = blockIdx.x < gridDim.x / 4 ? 640 : 10;
  float sum = i;
#pragma unroll 1
  for (int trip = 0; trip < trips; ++trip) sum = __fadd_rn(__fmul_rn(sum, 0.5f), 1.0f);
  if (i < n) to[i] = sum;
}
