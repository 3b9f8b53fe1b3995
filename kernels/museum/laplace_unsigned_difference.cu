/* lanescope
title   = "Laplace that compares a difference of unsigned numbers"
summary = "n - b wraps to a huge number where b is beyond n: blocks behind the end take the branch that reads past it."
article = "1-D periodic Laplace: texture or shared memory"
section = "L-B5, lp.asis"
claims  = ["With the grid that is needed, or one block more, nothing is wrong.", "With n = 1024, block = 256 and 8 blocks there are six loads past the end."]

[parameters]
block   = { values = [64, 128, 256, 512], default = 256 }
surplus = { values = [0, 1, 2, 3, 4, 8], default = 4 }

[problem]
n = { min = 2, max = 1048576, default = 1024 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_unsigned_difference"
grid      = ["ceil_div(n, block) + surplus"]
block     = ["block"]
arguments = ["y", "x", "n"]

[work]
bytes = "8 * n"
flops = "3 * n"

[check]
reference = "laplace"
output    = "y"
exact     = true

[expect]
fault = "out_of_bounds"
*/

// A block keeps its elements and one neighbour on each side in shared memory. More blocks than needed do no harm where
// everything is guarded; here the neighbours are not.
//
// What is wrong: n is an int, blockDim.x is unsigned, so n - b <= blockDim.x compares unsigned numbers. For b > n the
// difference is not negative but close to 2^32, "the ring does not end in this block" is believed, and x is read where the
// next block would begin. The left neighbour x[b - 1] lies behind the end as well.
// Remedy: let blocks with b >= n load nothing, and compare b + blockDim.x >= n, which cannot wrap here.
extern "C" __global__ void laplace_unsigned_difference(float* y, const float* x, int n) {
  __shared__ float with_halo[BLOCK + 2];
  float* const s = with_halo + 1;
  const int t = threadIdx.x, b = blockIdx.x * blockDim.x, i = b + t;
  if (i < n) s[t] = x[i];
  if (t == 0) s[-1] = b == 0 ? x[n - 1] : x[b - 1];
  if (t == 32) {
    if (n - b <= blockDim.x) {
      s[n - b] = x[0];
    } else {
      s[blockDim.x] = x[b + blockDim.x];
    }
  }
  __syncthreads();
  if (i < n) y[i] = s[t + 1] - 2 * s[t] + s[t - 1];
}
