/* lanescope
title   = "Copy whose halves wait at different barriers"
summary = "The first half of a block loads, the second half stores, and each has a __syncthreads() of its own."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"

[parameters]
block   = { values = [64, 128, 256, 512, 1024], default = 128 }
barrier = { values = ["two", "one"], default = "two" }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "copy_with_two_barriers"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true

[expect]
fault = "divergent_barrier"
*/

// The first half of the block fetches two elements a thread, the second half stores two.
//
// What is wrong: the two halves wait at two different __syncthreads(). The programming guide allows a barrier in a branch only
// if the whole block takes it. GPUs since compute capability 7.0 count threads that arrive and let both halves pass, so that it
// seems to work there; a barrier more in one of the branches, and the halves wait for each other for ever or pass too early.
// Remedy: one barrier behind the branch, which the knob barrier chooses, or a named barrier that both halves name.
extern "C" __global__ void copy_with_two_barriers(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned tile[BLOCK];
  const unsigned t = threadIdx.x, half = BLOCK / 2, first = blockIdx.x * BLOCK;
  const bool loads = t < half;
  if (loads) {
    for (unsigned k = t; k < BLOCK; k += half) tile[k] = first + k < n ? in[first + k] : 0;
#if BARRIER == BARRIER_TWO
    __syncthreads();  // of the half that loads
#endif
  }
#if BARRIER == BARRIER_TWO
  else {
    __syncthreads();  // of the half that stores
  }
#else
  __syncthreads();
#endif
  if (!loads) {
    for (unsigned k = t - half; k < BLOCK; k += half) {
      if (first + k < n) out[first + k] = tile[k];
    }
  }
}
