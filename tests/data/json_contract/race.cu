/* lanescope
title   = "Reduction whose last warp does not synchronise"
summary = "The lanes of a warp need not run in step: without __syncwarp one lane may read what another is just writing."
article = "CUDA Mode notes 1: the reduction ladder"
section = "R-B3, rd.k5_volatile"
claims  = ["The sum is usually right all the same: unsafe is not always wrong.", "volatile orders the accesses of one thread, not those of a warp."]

[parameters]
block  = { values = [64, 128, 256, 512, 1024], default = 128 }
access = { values = ["plain", "volatile"], default = "volatile" }

[problem]
n = { min = 2, max = 2048, default = 256 }

[[require]]
that = "n == 2 * block"
else = "one block adds two elements a thread: n must be 2 * block"

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [1], fill = "poison" }

[[launch]]
entry     = "reduction_without_syncwarp"
grid      = [1]
block     = ["block"]
arguments = ["out", "in"]

[work]
bytes = "4 * n + 4"
flops = "n - 1"

[check]
reference = "sum"
output    = "out"
wrap      = true

[expect]
fault = "race"
*/

// The tree stops at 32 partial sums and leaves the rest to the first warp, without a barrier, because "the 32 threads of a
// warp need none". That was so until 2017.
//
// What is wrong: since Volta each lane has a program counter of its own. In each step lane l reads partial[l + s] while
// lane l + s may already have overwritten it with its own sum of this step. volatile, as in the article, makes every access
// happen, but no lane waits for another: the sum is usually right and still depends on luck. With the knob at plain even
// that is gone: the compiler keeps the steps in registers, stores once at the end, and the sum is wrong.
// Remedy: __syncwarp() between the reads and the writes of a step and behind the writes, or no shared memory at all:
// __shfl_down_sync.
extern "C" __global__ void reduction_without_syncwarp(unsigned* out, const unsigned* in) {
  __shared__ unsigned partial[BLOCK];
  const unsigned t = threadIdx.x;
  partial[t] = in[t] + in[t + BLOCK];
  __syncthreads();
  for (unsigned s = BLOCK / 2; s > 32; s >>= 1) {
    if (t < s) partial[t] += partial[t + s];
    __syncthreads();
  }
  if (t < 32) {
#if ACCESS == ACCESS_VOLATILE
    volatile unsigned* last = partial;
#else
    unsigned* last = partial;
#endif
    last[t] = last[t] + last[t + 32];
    last[t] = last[t] + last[t + 16];
    last[t] = last[t] + last[t + 8];
    last[t] = last[t] + last[t + 4];
    last[t] = last[t] + last[t + 2];
    last[t] = last[t] + last[t + 1];
  }
  if (t == 0) out[0] = partial[0];
}
