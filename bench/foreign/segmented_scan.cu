/* lanescope
title   = "Sums from the head of a segment"
summary = "A block adds up its elements from left to right and begins anew at each head, by shuffles of sums and heads."

[parameters]
block = { values = [64, 128, 256, 512], default = 256 }
each  = { values = [1, 4, 8], default = 4 }

[problem]
n    = { min = 1, max = 268435456, default = 8000000 }
mean = { min = 1, max = 65536, default = 50 }

[buffers]
draw  = { role = "in",  type = "u32", shape = ["n"], fill = "random", below = "mean" }
value = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out   = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "segmented_scan"
grid      = ["ceil_div(n, block * each)"]
block     = ["block"]
arguments = ["out", "draw", "value", "n"]

[work]
bytes = "12 * n"
flops = 0

[check]
same_as = "segmented_scan_plain"
output  = "out"
exact   = true
*/
struct Sum {
  unsigned sum;
  bool has_head;
};

__device__ inline Sum joined(Sum left, Sum right) {
  return {right.has_head ? right.sum : left.sum + right.sum, left.has_head || right.has_head};
}

__device__ inline Sum over_warp(Sum own, unsigned lane) {
  for (int distance = 1; distance < 32; distance *= 2) {
    const Sum left = {__shfl_up_sync(0xffffffffu, own.sum, distance),
                      bool(__shfl_up_sync(0xffffffffu, int(own.has_head), distance))};
    if (lane >= distance) own = joined(left, own);
  }
  return own;
}

extern "C" __global__ void segmented_scan(unsigned* out, const unsigned* draw, const unsigned* value, unsigned n) {
  __shared__ Sum of_warps[BLOCK / 32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned first = (blockIdx.x * BLOCK + threadIdx.x) * EACH;
  Sum own[EACH];  // up to each element of the thread
#pragma unroll
  for (int i = 0; i < EACH; ++i) {
    own[i] = first + i < n ? Sum{value[first + i], draw[first + i] == 0} : Sum{0, false};  // one in `mean` is a head
    if (i > 0) own[i] = joined(own[i - 1], own[i]);
  }
  const Sum of_thread = over_warp(own[EACH - 1], lane);
  if (lane == 31) of_warps[warp] = of_thread;
  __syncthreads();
  Sum before = {0, false};
  for (unsigned i = 0; i < warp; ++i) before = joined(before, of_warps[i]);
  const Sum left = {__shfl_up_sync(0xffffffffu, of_thread.sum, 1),
                    bool(__shfl_up_sync(0xffffffffu, int(of_thread.has_head), 1))};
  if (lane > 0) before = joined(before, left);
#pragma unroll
  for (int i = 0; i < EACH; ++i) {
    if (first + i < n) out[first + i] = joined(before, own[i]).sum;
  }
}

extern "C" __global__ void segmented_scan_plain(unsigned* out, const unsigned* draw, const unsigned* value,
                                                unsigned n) {
  const unsigned first = (blockIdx.x * BLOCK + threadIdx.x) * EACH;
  unsigned sum = 0;
  if (first < n) {  // what stands before the thread's first element, back to the head
    for (unsigned at = first; at > blockIdx.x * BLOCK * EACH && draw[at] != 0;) sum += value[--at];
  }
  for (unsigned i = first; i < min(first + EACH, n); ++i) {
    sum = draw[i] == 0 ? value[i] : sum + value[i];
    out[i] = sum;
  }
}
