/* lanescope
title   = "Sorting within blocks"
summary = "A block sorts two elements a thread in shared memory by a bitonic network, with a barrier behind each step."

[parameters]
block = { values = [64, 128, 256, 512, 1024], default = 256 }

[problem]
blocks = { min = 1, max = 1048576, default = 12000 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["blocks * block * 2"], fill = "random" }
out = { role = "out", type = "u32", shape = ["blocks * block * 2"], fill = "poison" }

[[launch]]
entry     = "sort_blocks"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in"]

[work]
bytes = "16 * blocks * block"
flops = 0

[check]
same_as = "sort_by_rank"
output  = "out"
exact   = true
*/
extern "C" __global__ void sort_blocks(unsigned* out, const unsigned* in) {
  __shared__ unsigned keys[2 * BLOCK];
  const unsigned t = threadIdx.x;
  const size_t first = size_t(blockIdx.x) * 2 * BLOCK;
  keys[t] = in[first + t];
  keys[t + BLOCK] = in[first + t + BLOCK];
  for (unsigned size = 2; size <= 2 * BLOCK; size *= 2) {
    for (unsigned distance = size / 2; distance > 0; distance /= 2) {
      __syncthreads();
      const unsigned low = 2 * t - t % distance, high = low + distance;
      const bool rises = (low & size) == 0;
      const unsigned a = keys[low], b = keys[high];
      if ((a > b) == rises) {
        keys[low] = b;
        keys[high] = a;
      }
    }
  }
  __syncthreads();
  out[first + t] = keys[t];
  out[first + t + BLOCK] = keys[t + BLOCK];
}

extern "C" __global__ void sort_by_rank(unsigned* out, const unsigned* in) {
  const size_t first = size_t(blockIdx.x) * 2 * BLOCK;
  for (unsigned i = threadIdx.x; i < 2 * BLOCK; i += BLOCK) {
    const unsigned key = in[first + i];
    unsigned rank = 0;
    for (unsigned other = 0; other < 2 * BLOCK; ++other) {
      const unsigned beside = in[first + other];
      rank += beside < key || (beside == key && other < i);
    }
    out[first + rank] = key;
  }
}
