/* lanescope
title   = "Reduction that shuffles from lanes that do not take part"
summary = "The last step adds one sum a warp, and shuffles as if there were always 32 of them."
article = "CUDA Mode notes 1: the reduction ladder"

[parameters]
block = { values = [128, 256, 512, 1024], default = 256 }
width = { values = ["of_a_warp", "of_the_sums"], default = "of_a_warp" }

[problem]
n = { min = 1, max = 4096, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [1], fill = "poison" }

[[launch]]
entry     = "reduction_shuffle_beyond_the_mask"
grid      = [1]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "4 * n + 4"
flops = "n - 1"

[check]
reference = "sum"
output    = "out"
wrap      = true

[expect]
fault = "shuffle"
*/

// Each warp adds up its threads' elements with shuffles of all 32 lanes. Then as many lanes as there are warps add up their
// sums, and the mask rightly names these lanes.
//
// What is wrong: the last loop still shuffles over 32 lanes. With 256 threads there are 8 sums, and lane 0 takes the value of
// lane 16, which is not in the mask: what comes back is not defined. With 1024 threads it is right.
// Remedy: give the shuffle the number of sums as its width, which the knob width chooses, or let all 32 lanes take part, with 0
// in those that have no sum.
extern "C" __global__ void reduction_shuffle_beyond_the_mask(unsigned* out, const unsigned* in, unsigned n) {
  constexpr unsigned warps = BLOCK / 32;
  __shared__ unsigned of_warps[warps];
  const unsigned t = threadIdx.x;
  unsigned sum = 0;
  for (unsigned i = t; i < n; i += BLOCK) sum += in[i];
  for (unsigned s = 16; s > 0; s /= 2) sum += __shfl_down_sync(0xffffffff, sum, s);
  if (t % 32 == 0) of_warps[t / 32] = sum;
  __syncthreads();
  if (t < warps) {
    const unsigned taking_part = 0xffffffff >> (32 - warps);
    sum = of_warps[t];
    constexpr unsigned width = WIDTH == WIDTH_OF_A_WARP ? 32 : warps;
    for (unsigned s = width / 2; s > 0; s /= 2) sum += __shfl_down_sync(taking_part, sum, s, width);
    if (t == 0) out[0] = sum;
  }
}
