/* lanescope
title   = "Laplace with several outputs a thread"
summary = "A thread computes 2, 4 or 8 elements side by side: 8 or 16 bytes a load, and its inner neighbours are its own registers."
article = "1-D periodic Laplace: texture or shared memory"
section = "beyond the article"
claims  = ["It comes nearer to the copy than naive: fewer instructions for the same bytes."]

[parameters]
block   = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 512 }
outputs = { values = [2, 4, 8], default = 4 }

[problem]
n = { min = 1, max = 2147483648, default = 1048576 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_coarse"
grid      = ["ceil_div(n, block * outputs)"]
block     = ["block"]
arguments = ["y", "x", "n"]

[work]
bytes = "8 * n"
flops = "3 * n"

[check]
reference = "laplace"
output    = "y"
exact     = true
*/

#if OUTPUTS == 2
using Vector = float2;
#else
using Vector = float4;
#endif
constexpr unsigned width = sizeof(Vector) / sizeof(float);

__device__ inline void spread(float2 vector, float* to) {
  to[0] = vector.x, to[1] = vector.y;
}
__device__ inline void spread(float4 vector, float* to) {
  to[0] = vector.x, to[1] = vector.y, to[2] = vector.z, to[3] = vector.w;
}
__device__ inline void gather(const float* from, float2& vector) {
  vector = {from[0], from[1]};
}
__device__ inline void gather(const float* from, float4& vector) {
  vector = {from[0], from[1], from[2], from[3]};
}

// The first element of a thread is a multiple of OUTPUTS, so that vectors are aligned. The last thread may have fewer
// elements: it goes one by one.
extern "C" __global__ void laplace_coarse(float* y, const float* x, unsigned n) {
  const unsigned first = (blockIdx.x * BLOCK + threadIdx.x) * OUTPUTS;
  if (first >= n) return;
  if (n - first < OUTPUTS) {
    for (unsigned i = first; i < n; ++i) y[i] = x[i == n - 1 ? 0 : i + 1] - 2 * x[i] + x[i == 0 ? n - 1 : i - 1];
    return;
  }

  float value[OUTPUTS + 2];  // with one neighbour on each side
  value[0] = x[first == 0 ? n - 1 : first - 1];
#pragma unroll
  for (unsigned k = 0; k < OUTPUTS; k += width) spread(*reinterpret_cast<const Vector*>(&x[first + k]), &value[1 + k]);
  value[OUTPUTS + 1] = x[n - first == OUTPUTS ? 0 : first + OUTPUTS];

  float result[OUTPUTS];
#pragma unroll
  for (unsigned k = 0; k < OUTPUTS; ++k) result[k] = value[k + 2] - 2 * value[k + 1] + value[k];
#pragma unroll
  for (unsigned k = 0; k < OUTPUTS; k += width) gather(&result[k], *reinterpret_cast<Vector*>(&y[first + k]));
}
