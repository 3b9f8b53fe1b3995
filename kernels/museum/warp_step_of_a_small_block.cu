/* lanescope
title   = "Warp step of a block that has only one warp"
summary = "The unrolled last warp adds element t + 32, which only a block of 64 threads or more has."
article = "CUDA Mode notes 1: the reduction ladder"
section = "R-B4"
claims  = ["With 64 threads the sum is right.", "With 32 threads the first load of the step lies behind the array in shared memory."]

[parameters]
block = { values = [32, 64], default = 32 }

[problem]
n = { min = 2, max = 2048, default = 64 }

[[require]]
that = "n == 2 * block"
else = "one block adds two elements a thread: n must be 2 * block"

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [1], fill = "poison" }

[[launch]]
entry     = "warp_step_of_a_small_block"
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
fault = "out_of_bounds"
*/

// The steps of the last warp, written out, with the synchronisation that they need.
//
// What is wrong: the first of them takes for granted that there are 64 partial sums. A block of 32 threads has 32, and
// element t + 32 is whatever lies behind them: on a GPU often nothing at all, so that the fault stays hidden until another
// array moves there.
// Remedy: if (BLOCK >= 64) in front of the step, which the compiler decides, as BLOCK is a constant.
extern "C" __global__ void warp_step_of_a_small_block(unsigned* out, const unsigned* in) {
  __shared__ unsigned partial[BLOCK];
  const unsigned t = threadIdx.x;
  partial[t] = in[t] + in[t + BLOCK];
  __syncthreads();
  if (t < 32) {
    unsigned sum = partial[t] + partial[t + 32];
    for (unsigned s = 16; s > 0; s >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, s);
    if (t == 0) out[0] = sum;
  }
}
