/* lanescope
title   = "Scan by Hillis and Steele"
summary = "Inclusive sums of each block, in steps of doubling distance."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "scan_hillis_steele"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
// n is a multiple of BLOCK.
extern "C" __global__ void scan_hillis_steele(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned sums[2][BLOCK];
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  unsigned from = 0;
  sums[from][t] = in[i];
  __syncthreads();
  for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
    sums[1 - from][t] = sums[from][t] + (t >= distance ? sums[from][t - distance] : 0);
    from = 1 - from;
    __syncthreads();
  }
  if (i < n) out[i] = sums[from][t];
}
