/* lanescope
title   = "Laplace with a barrier and no guard on the store"
summary = "Moving the loads in front of a barrier moved the guard along with them: surplus threads store past the end."
article = "1-D periodic Laplace: texture or shared memory"
section = "L-B2, lp.asis"
claims  = ["The surplus block comes from the grid n / block + 1, one block more than needed where block divides n."]

[parameters]
block = { values = [32, 64, 128, 256, 512], default = 64 }

[problem]
n = { min = 2, max = 1048576, default = 256 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_unguarded_store"
grid      = ["n / block + 1"]
block     = ["block"]
textures  = [{ name = "row", buffer = "x", layout = "linear", filter = "point", address = "clamp", normalized = false }]
arguments = ["y", "row", "n"]

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

// Every thread fetches its three values through a texture, waits for the block, and stores.
//
// What is wrong: the grid has a whole block too many, n / BLOCK + 1. Its threads take none of the three branches (the
// article left their three values unset as well), but nothing keeps them from storing: y[256] to y[319] of a buffer of 256.
// Remedy: guard the store with if (i < n). Not the barrier: all threads of a block must reach that.
extern "C" __global__ void laplace_unguarded_store(float* y, cudaTextureObject_t row, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  float left = 0, middle = 0, right = 0;
  if (i == 0) {
    left = tex1Dfetch<float>(row, n - 1);
    middle = tex1Dfetch<float>(row, 0);
    right = tex1Dfetch<float>(row, 1);
  } else if (i < n - 1) {
    left = tex1Dfetch<float>(row, i - 1);
    middle = tex1Dfetch<float>(row, i);
    right = tex1Dfetch<float>(row, i + 1);
  } else if (i == n - 1) {
    left = tex1Dfetch<float>(row, n - 2);
    middle = tex1Dfetch<float>(row, n - 1);
    right = tex1Dfetch<float>(row, 0);
  }
  __syncthreads();
  y[i] = right - 2 * middle + left;
}
