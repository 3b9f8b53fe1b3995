/* lanescope
title   = "Bitonic sort"
summary = "Sorts the elements of each block in shared memory."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "bitonic_sort"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
// n is a multiple of BLOCK.
extern "C" __global__ void bitonic_sort(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned values[BLOCK];
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  values[t] = in[i];
  __syncthreads();
  for (unsigned size = 2; size <= BLOCK; size *= 2) {
    for (unsigned distance = size / 2; distance > 0; distance /= 2) {
      const unsigned partner = t ^ distance;
      if (partner > t) {
        const bool rising = (t & size) == 0;
        if ((values[t] > values[partner]) == rising) {
          const unsigned held = values[t];
          values[t] = values[partner];
          values[partner] = held;
        }
      }
      __syncthreads();
    }
  }
  if (i < n) out[i] = values[t];
}
