/* lanescope
title   = "Matrix of 4-bit or 8-bit weights times a vector"
summary = "A warp takes a row: lanes unpack 16 bytes of weights and multiply them by the vector and by a scale."

[parameters]
bits  = { values = [4, 8], default = 4 }
warps = { values = [1, 2, 4, 8], default = 4 }

[problem]
rows   = { min = 1, max = 1048576, default = 11008 }
groups = { min = 1, max = 1024, default = 32 }

[let]
group = "128"

[buffers]
weights = { role = "in",  type = "u32", shape = ["rows", "groups", "group * bits / 32"], fill = "random" }
scales  = { role = "in",  type = "f16", shape = ["rows", "groups"], fill = "random" }
x       = { role = "in",  type = "f32", shape = ["groups", "group"], fill = "random" }
y       = { role = "out", type = "f32", shape = ["rows"], fill = "poison" }

[[launch]]
entry     = "packed_matrix_vector"
grid      = ["ceil_div(rows, warps)"]
block     = [32, "warps"]
arguments = ["y", "weights", "scales", "x", "rows", "groups"]

[work]
bytes = "rows * groups * (group * bits / 8 + 2) + 4 * groups * group + 4 * rows"
flops = "2 * rows * groups * group"
*/
#include <cuda_fp16.h>

constexpr unsigned a_word = 32 / BITS, a_lane = 4 * a_word;  // weights

__device__ inline float of_word(unsigned word, const float4* x) {
  float sum = 0;
#pragma unroll
  for (unsigned i = 0; i < a_word / 4; ++i) {
    const float4 by = x[i];
    const float factors[4] = {by.x, by.y, by.z, by.w};
#pragma unroll
    for (unsigned j = 0; j < 4; ++j) {
      const int weight = int(word << (32 - BITS * (4 * i + j + 1))) >> (32 - BITS);
      sum += weight * factors[j];
    }
  }
  return sum;
}

extern "C" __global__ void packed_matrix_vector(float* y, const uint4* weights, const __half* scales, const float4* x,
                                                unsigned rows, unsigned groups) {
  const unsigned row = blockIdx.x * WARPS + threadIdx.y;
  if (row >= rows) return;
  const unsigned lanes = groups * (128 / a_lane);  // pieces of 16 bytes in a row
  float sum = 0;
  for (unsigned at = threadIdx.x; at < lanes; at += 32) {
    const uint4 packed = weights[size_t(row) * lanes + at];
    const float4* const by = x + at * (a_lane / 4);
    const float part = of_word(packed.x, by) + of_word(packed.y, by + a_word / 4) +
                       of_word(packed.z, by + 2 * (a_word / 4)) + of_word(packed.w, by + 3 * (a_word / 4));
    sum += __half2float(scales[size_t(row) * groups + at / (128 / a_lane)]) * part;
  }
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
  if (threadIdx.x == 0) y[row] = sum;
}
