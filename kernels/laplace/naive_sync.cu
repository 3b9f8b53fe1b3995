/* lanescope
title   = "Laplace with a barrier"
summary = "naive and a barrier between its loads and its store, and nothing else: the price of __syncthreads alone."
article = "1-D periodic Laplace: texture or shared memory"
section = "beyond the article"
claims  = ["With enough warps on an SM the barrier costs little."]

[parameters]
block = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 512 }

[problem]
n = { min = 1, max = 2147483648, default = 1048576 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_naive_sync"
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

// As laplace/naive; all threads come to the barrier, also those beyond n.
extern "C" __global__ void laplace_naive_sync(float* y, const float* x, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  float a = 0, b = 0, c = 0;
  if (i < n) {
    a = x[i == n - 1 ? 0 : i + 1];
    b = x[i];
    c = x[i == 0 ? n - 1 : i - 1];
  }
  __syncthreads();
  if (i < n) y[i] = a - 2 * b + c;
}
