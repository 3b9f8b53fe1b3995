/* lanescope
title   = "Sums by shuffles"
summary = "Every kind of shuffle: each lane gets the sum of its warp, its prefix sum and its neighbour."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [3, "n"], fill = "poison" }

[[launch]]
entry     = "warp_shuffle_sum"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
// n is a multiple of BLOCK. Three rows: the sum of the warp, the inclusive prefix sum in it, the value of lane + 1 among
// eight, turned round.
extern "C" __global__ void warp_shuffle_sum(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32;
  const unsigned own = in[i];
  unsigned sum = own;
  for (unsigned distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
  out[i] = __shfl_sync(0xffffffffu, sum, 0);
  unsigned prefix = own;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned before = __shfl_up_sync(0xffffffffu, prefix, distance);
    if (lane >= distance) prefix += before;
  }
  out[n + i] = prefix;
  out[2 * n + i] = __shfl_sync(0xffffffffu, own, lane + 1, 8) ^ __shfl_xor_sync(0xffffffffu, own, 5);
}
