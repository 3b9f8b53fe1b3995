/* lanescope
title   = "Laplace, straight from memory"
summary = "Each thread reads its element and both neighbours: three loads a thread, of which two are other threads' elements again."
article = "1-D periodic Laplace: texture or shared memory"
section = "naive"
claims  = [
  "On a GPU of today naive, ldg and texture take the same time, and shared memory does not help.",
  "A warp asks for 14 sectors and only 6 differ: the L1 serves the rest.",
  "The branch costs nothing: only the first and the last warp diverge.",
  "At 2^20 elements the launch takes longer than the memory.",
]

[parameters]
block  = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 512 }
branch = { values = ["three_way", "modular"], default = "three_way" }

[problem]
n = { min = 1, max = 2147483648, default = 1048576 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_naive"
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

// The ends of the ring are either three cases, as in the article, or neighbours whose number wraps around. 1 % n is 0 for a
// ring of a single element, which is its own neighbour on both sides.
extern "C" __global__ void laplace_naive(float* y, const float* x, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
#if BRANCH == BRANCH_THREE_WAY
  if (i == 0) {
    y[i] = x[1 % n] - 2 * x[i] + x[n - 1];
  } else if (i < n - 1) {
    y[i] = x[i + 1] - 2 * x[i] + x[i - 1];
  } else if (i == n - 1) {
    y[i] = x[0] - 2 * x[i] + x[i - 1];
  }
#else
  if (i < n) y[i] = x[i == n - 1 ? 0 : i + 1] - 2 * x[i] + x[i == 0 ? n - 1 : i - 1];
#endif
}
