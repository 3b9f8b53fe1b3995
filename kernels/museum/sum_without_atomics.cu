/* lanescope
title   = "Sum of blocks without an atomic addition"
summary = "Each block adds its sum to one word with +=: two blocks read the same old value, and one of the two sums is lost."
article = "CUDA Mode notes 1: the reduction ladder"

[parameters]
block = { values = [64, 128, 256, 512], default = 128 }
add   = { values = ["plain", "atomic"], default = "plain" }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",    type = "u32", shape = ["n"], fill = "random" }
out = { role = "inout", type = "u32", shape = [1], fill = "zero" }

[[launch]]
entry     = "sum_without_atomics"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "4 * n"
flops = "n - 1"

[check]
reference = "sum"
output    = "out"
wrap      = true

[expect]
fault = "race"
*/

// Each block adds up its own elements in shared memory, with a barrier behind every step. So far nothing is wrong.
//
// What is wrong: out[0] += partial[0] is a load, an addition and a store. Nothing puts two blocks in order: a block may load
// the word before another one has stored its sum, and then overwrites that sum. With one block, or where blocks happen to
// come one after the other, the result is right, so that small tests do not find it.
// Remedy: atomicAdd(out, partial[0]), which the knob add chooses, or one word a block and a second launch that adds them up.
extern "C" __global__ void sum_without_atomics(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned partial[BLOCK];
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  partial[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = BLOCK / 2; s > 0; s /= 2) {
    if (t < s) partial[t] += partial[t + s];
    __syncthreads();
  }
  if (t == 0) {
#if ADD == ADD_ATOMIC
    atomicAdd(out, partial[0]);
#else
    out[0] += partial[0];
#endif
  }
}
