/* lanescope
title   = "Laplace through the read-only path"
summary = "const and __restrict__ promise that nobody writes x: the compiler may take the loads of the texture path, without a texture."
article = "1-D periodic Laplace: texture or shared memory"
section = "beyond the article"
claims  = ["On a GPU of today naive, ldg and texture take the same time, and shared memory does not help."]

[parameters]
block = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 512 }

[problem]
n = { min = 1, max = 2147483648, default = 1048576 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_ldg"
grid      = ["ceil_div(n, block)"]
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

// __ldg asks for the read-only path (ld.global.nc) in so many words; the compiler finds it by itself where the pointers are
// const and __restrict__.
extern "C" __global__ void laplace_ldg(float* __restrict__ y, const float* __restrict__ x, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const unsigned next = i == n - 1 ? 0 : i + 1, previous = i == 0 ? n - 1 : i - 1;
  y[i] = __ldg(&x[next]) - 2 * __ldg(&x[i]) + __ldg(&x[previous]);
}
