/* lanescope
title   = "Laplace by shuffles"
summary = "Neighbours are in the next lane's register: only the two lanes at the ends of a warp load a second element."
article = "1-D periodic Laplace: texture or shared memory"
section = "beyond the article"
claims  = ["A warp asks for 6 sectors, 4 + 1 + 1, where naive asks for 14, and is no faster: the L1 was not the limit."]

[parameters]
block = { values = [32, 64, 128, 256, 512, 1024], default = 512 }

[problem]
n = { min = 1, max = 2147483648, default = 1048576 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_shfl"
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

// All lanes take part in the shuffles, also those beyond n. The last element of the ring has no next lane that holds x[0].
extern "C" __global__ void laplace_shfl(float* y, const float* x, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
  const float value = i < n ? x[i] : 0;
  float next = __shfl_down_sync(0xffffffff, value, 1), previous = __shfl_up_sync(0xffffffff, value, 1);
  if (i >= n) return;
  if (lane == 31 || i == n - 1) next = x[i == n - 1 ? 0 : i + 1];
  if (lane == 0) previous = x[i == 0 ? n - 1 : i - 1];
  y[i] = next - 2 * value + previous;
}
