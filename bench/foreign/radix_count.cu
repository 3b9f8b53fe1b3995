/* lanescope
title   = "Digits counted for a radix sort"
summary = "A block counts one digit of its keys in shared memory and writes its counters beside those of others."

[parameters]
block = { values = [64, 128, 256, 512], default = 256 }
each  = { values = [4, 16, 64], default = 16 }
bits  = { values = [4, 6, 8], default = 8 }

[problem]
n        = { min = 1, max = 268435456, default = 8000000 }
distinct = { min = 1, max = 1073741824, default = 65536 }

[let]
blocks = "ceil_div(n, block * each)"

[buffers]
keys   = { role = "in",  type = "u32", shape = ["n"], fill = "random", below = "distinct" }
counts = { role = "out", type = "u32", shape = ["pow2(bits)", "blocks"], fill = "zero" }

[[launch]]
entry     = "radix_count"
grid      = ["blocks"]
block     = ["block"]
arguments = ["counts", "keys", "n"]

[work]
bytes = "4 * n + 4 * pow2(bits) * blocks"
flops = 0

[check]
same_as = "radix_count_plain"
output  = "counts"
exact   = true
*/
extern "C" __global__ void radix_count(unsigned* counts, const unsigned* keys, unsigned n) {
  __shared__ unsigned counters[1 << BITS];
  for (unsigned digit = threadIdx.x; digit < 1 << BITS; digit += BLOCK) counters[digit] = 0;
  __syncthreads();
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
#pragma unroll 4
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = first + i * BLOCK;
    if (at < n) atomicAdd(&counters[keys[at] & ((1 << BITS) - 1)], 1u);
  }
  __syncthreads();
  for (unsigned digit = threadIdx.x; digit < 1 << BITS; digit += BLOCK) {
    counts[digit * gridDim.x + blockIdx.x] = counters[digit];
  }
}

extern "C" __global__ void radix_count_plain(unsigned* counts, const unsigned* keys, unsigned n) {
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = first + i * BLOCK;
    if (at < n) atomicAdd(&counts[(keys[at] & ((1 << BITS) - 1)) * gridDim.x + blockIdx.x], 1u);
  }
}
