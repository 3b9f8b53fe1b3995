/* lanescope
title   = "Laplace in shared memory"
summary = "Each element is loaded once into shared memory, with one neighbour on each side of the block: the halo."
article = "1-D periodic Laplace: texture or shared memory"
section = "shared"
claims  = [
  "On a GPU of today naive, ldg and texture take the same time, and shared memory does not help.",
  "In 2008 it was faster than naive and slower than texture.",
]

[parameters]
block = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 512 }
halo  = { values = ["second_warp", "last_thread"], default = "second_warp" }

[problem]
n = { min = 1, max = 2147483648, default = 1048576 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_shared"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["y", "x", "n"]
shared_bytes = "4 * (block + 2)"

[work]
bytes = "8 * n"
flops = "3 * n"

[check]
reference = "laplace"
output    = "y"
exact     = true
*/

// A block keeps its elements between the two of its halo. The left one is loaded by the first thread; the right one by the
// last, or, as in the article, by the first thread of the second warp where there is one, so that two warps share the work.
// The last block is shorter: its right neighbour is x[0], behind its last element.
extern "C" __global__ void laplace_shared(float* y, const float* x, unsigned n) {
  extern __shared__ float with_halo[];
  float* const s = with_halo + 1;
  const unsigned t = threadIdx.x, first = blockIdx.x * BLOCK, i = first + t;
  const unsigned elements = min(BLOCK, n - first);
  const unsigned loads_right = HALO == HALO_SECOND_WARP && BLOCK > 32 ? 32 : BLOCK - 1;

  if (i < n) s[t] = x[i];
  if (t == 0) s[-1] = x[first == 0 ? n - 1 : first - 1];
  if (t == loads_right) s[elements] = x[first + elements == n ? 0 : first + elements];
  __syncthreads();
  if (i < n) y[i] = s[t + 1] - 2 * s[t] + s[int(t) - 1];
}
