/* lanescope
title   = "Probe: atomic additions"
summary = "The same sum by one atomic addition for each thread, each warp or each block, to one word or to many."
article = "CUDA Mode notes 1: the reduction ladder"
section = "px.atomic"
claims  = ["An addition for each thread is slower than one for each warp, and that slower than one for each block; the gap is smaller with more words."]

[parameters]
block = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
each  = { values = ["thread", "warp", "block"], default = "thread" }
words = { values = [1, 2, 8, 32, 128, 1024], default = 1 }

[problem]
n = { min = 0, max = 1073741824, default = 1048576 }

[let]
blocks = "max(1, ceil_div(n, block))"

[buffers]
in   = { role = "in",  type = "i32", shape = ["n"], fill = "random" }
out  = { role = "out", type = "i32", shape = [1], fill = "poison" }
sums = { role = "scratch", type = "i32", shape = ["words"], fill = "zero" }

[[launch]]
entry     = "add_atomically"
grid      = ["blocks"]
block     = ["block"]
arguments = ["sums", "in", "n"]

[[launch]]
entry     = "add_words"
grid      = [1]
block     = [1]
arguments = ["out", "sums"]

[work]
bytes = "4 * n + 4"
flops = "max(0, n - 1)"

[check]
reference = "sum"
output    = "out"
wrap      = true

[timing]
repeatable = false
*/

// The sum of a warp's values, in lane 0.
__device__ inline unsigned sum_of_warp(unsigned value) {
#pragma unroll
  for (unsigned distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

// Neighbouring blocks, and for each = thread neighbouring lanes, add to different words where there are several. The sums
// start from zero, which is why a second run needs them filled again.
extern "C" __global__ void add_atomically(unsigned* sums, const unsigned* in, size_t n) {
  const unsigned t = threadIdx.x;
  const size_t i = size_t(blockIdx.x) * BLOCK + t;
  unsigned value = i < n ? in[i] : 0;
#if EACH == EACH_THREAD
  atomicAdd(&sums[(blockIdx.x * BLOCK + t) % WORDS], value);
#else
  value = sum_of_warp(value);
#if EACH == EACH_WARP
  if (t % 32 == 0) atomicAdd(&sums[(blockIdx.x * BLOCK + t) / 32 % WORDS], value);
#else
  __shared__ unsigned of_warp[32];
  if (t % 32 == 0) of_warp[t / 32] = value;
  __syncthreads();
  if (t >= 32) return;
  value = sum_of_warp(t < BLOCK / 32 ? of_warp[t] : 0);
  if (t == 0) atomicAdd(&sums[blockIdx.x % WORDS], value);
#endif
#endif
}

extern "C" __global__ void add_words(unsigned* out, const unsigned* sums) {
  unsigned sum = 0;
  for (unsigned i = 0; i < WORDS; ++i) sum += sums[i];
  out[0] = sum;
}
