/* lanescope
title   = "Sums of all elements before, within blocks"
summary = "Warps add up by shuffles, then the sums of the warps are added; each block begins at 0."

[parameters]
block = { values = [64, 128, 256, 512, 1024], default = 256 }

[problem]
n = { min = 1, max = 1073741824, default = 20000003 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "scan_blocks"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = "n"

[check]
same_as = "scan_by_one_thread"
output  = "out"
exact   = true
*/
extern "C" __global__ void scan_blocks(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned of_warps[32];
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  unsigned sum = i < n ? in[i] : 0;
  for (unsigned distance = 1; distance < 32; distance *= 2) {
    const unsigned before = __shfl_up_sync(0xffffffffu, sum, distance);
    if (lane >= distance) sum += before;
  }
  if (lane == 31) of_warps[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    unsigned total = lane < BLOCK / 32 ? of_warps[lane] : 0;
    for (unsigned distance = 1; distance < 32; distance *= 2) {
      const unsigned before = __shfl_up_sync(0xffffffffu, total, distance);
      if (lane >= distance) total += before;
    }
    of_warps[lane] = total;
  }
  __syncthreads();
  if (i < n) out[i] = sum + (warp > 0 ? of_warps[warp - 1] : 0);
}

extern "C" __global__ void scan_by_one_thread(unsigned* out, const unsigned* in, unsigned n) {
  if (threadIdx.x > 0) return;
  unsigned sum = 0;
  for (unsigned i = blockIdx.x * BLOCK; i < n && i < (blockIdx.x + 1) * BLOCK; ++i) out[i] = sum += in[i];
}
