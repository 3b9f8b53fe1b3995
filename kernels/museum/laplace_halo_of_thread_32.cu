/* lanescope
title   = "Laplace whose right neighbour is loaded by thread 32"
summary = "The halo is left to a thread that a block of 32 does not have: the last element of every block is wrong."
article = "1-D periodic Laplace: texture or shared memory"
section = "L-B4, lp.asis"
claims  = ["With 64 threads a block the result is right.", "One element a block is wrong, and no access is out of bounds: shared memory that nothing wrote is read."]

[parameters]
block = { values = [16, 32, 64, 128, 256, 512], default = 32 }

[problem]
n = { min = 2, max = 1048576, default = 128 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_halo_of_thread_32"
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

[expect]
fault = "uninitialised"
*/

// A block keeps its elements and one neighbour on each side in shared memory. To spread the work, the left neighbour is
// loaded by the first thread of the first warp, the right one by the first thread of the second.
//
// What is wrong: a block of 32 threads or fewer has no second warp, and nobody loads the right neighbour. The last thread
// reads a word of shared memory that was never written: whatever the block before it left there.
// Remedy: let the last thread of the block load it: if (t == BLOCK - 1).
extern "C" __global__ void laplace_halo_of_thread_32(float* y, const float* x, unsigned n) {
  __shared__ float with_halo[BLOCK + 2];
  float* const s = with_halo + 1;
  const unsigned t = threadIdx.x, b = blockIdx.x * BLOCK, i = b + t;
  if (i < n) s[t] = x[i];
  if (t == 0) s[-1] = b == 0 ? x[n - 1] : x[b - 1];
  if (t == 32) {
    if (n - b <= BLOCK) {
      s[n - b] = x[0];
    } else {
      s[BLOCK] = x[b + BLOCK];
    }
  }
  __syncthreads();
  if (i < n) y[i] = s[t + 1] - 2 * s[t] + s[int(t) - 1];
}
