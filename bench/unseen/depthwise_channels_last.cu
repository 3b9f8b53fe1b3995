/* lanescope
title   = "Depthwise convolution, channels last"
summary = "A thread convolves four channels of a strip of pixels with a filter that each channel has for itself (NHWC)."

[parameters]
filter = { values = [3, 5, 7], default = 3 }
strip  = { values = [1, 2, 4], default = 2 }
block  = { values = [64, 128, 256], default = 128 }

[problem]
images   = { min = 1, max = 1024, default = 4 }
side     = { min = 1, max = 4096, default = 56 }
channels = { min = 1, max = 8192, default = 144 }

[let]
fours  = "ceil_div(channels, 4)"
strips = "ceil_div(side, strip)"

[buffers]
in     = { role = "in",  type = "f32", shape = ["images", "side", "side", "4 * fours"], fill = "random" }
weight = { role = "in",  type = "f32", shape = ["filter", "filter", "4 * fours"], fill = "random" }
out    = { role = "out", type = "f32", shape = ["images", "side", "side", "4 * fours"], fill = "poison" }

[[launch]]
entry     = "depthwise_channels_last"
grid      = ["ceil_div(fours * strips, block)", "side", "images"]
block     = ["block"]
arguments = ["out", "in", "weight", "side", "fours", "strips"]

[work]
bytes = "32 * images * side * side * fours + 16 * filter * filter * fours"
flops = "8 * filter * filter * images * side * side * fours"

[check]
same_as = "depthwise_plain"
output  = "out"
exact   = true
*/
__device__ inline void add_product(float4& sum, float4 a, float4 b) {
  sum.x = fmaf(a.x, b.x, sum.x);
  sum.y = fmaf(a.y, b.y, sum.y);
  sum.z = fmaf(a.z, b.z, sum.z);
  sum.w = fmaf(a.w, b.w, sum.w);
}

extern "C" __global__ void depthwise_channels_last(float4* out, const float4* in, const float4* weight, int side,
                                                   int fours, int strips) {
  constexpr int reach = FILTER / 2, wide = STRIP + FILTER - 1;
  const int thread = blockIdx.x * BLOCK + threadIdx.x;
  if (thread >= fours * strips) return;
  const int four = thread % fours, left = thread / fours * STRIP, y = blockIdx.y;
  const float4* const image = in + size_t(blockIdx.z) * side * side * fours + four;
  float4 sums[STRIP] = {};
#pragma unroll
  for (int dy = 0; dy < FILTER; ++dy) {
    const int row = y + dy - reach;
    if (row < 0 || row >= side) continue;
    float4 held[wide];
#pragma unroll
    for (int i = 0; i < wide; ++i) {
      const int column = left + i - reach;
      const bool inside = column >= 0 && column < side;
      held[i] = inside ? image[(size_t(row) * side + column) * fours] : make_float4(0, 0, 0, 0);
    }
#pragma unroll
    for (int dx = 0; dx < FILTER; ++dx) {
      const float4 own = weight[(dy * FILTER + dx) * fours + four];
#pragma unroll
      for (int i = 0; i < STRIP; ++i) add_product(sums[i], held[i + dx], own);
    }
  }
  float4* const to = out + ((size_t(blockIdx.z) * side + y) * side + left) * fours + four;
#pragma unroll
  for (int i = 0; i < STRIP; ++i) {
    if (left + i < side) to[i * fours] = sums[i];
  }
}

extern "C" __global__ void depthwise_plain(float* out, const float* in, const float* weight, int side, int fours,
                                           int strips) {
  const int thread = blockIdx.x * BLOCK + threadIdx.x, channels = 4 * fours;
  if (thread >= fours * strips) return;
  const int y = blockIdx.y, first = thread / fours * STRIP;
  const size_t image = size_t(blockIdx.z) * side * side;
  for (int x = first; x < min(first + STRIP, side); ++x) {
    for (int channel = thread % fours * 4; channel < thread % fours * 4 + 4; ++channel) {
      float sum = 0;
      for (int row = 0; row < FILTER; ++row) {
        for (int column = 0; column < FILTER; ++column) {
          const int from_y = y + row - FILTER / 2, from_x = x + column - FILTER / 2;
          if (from_y < 0 || from_y >= side || from_x < 0 || from_x >= side) continue;
          const float value = in[(image + size_t(from_y) * side + from_x) * channels + channel];
          sum = fmaf(value, weight[(row * FILTER + column) * channels + channel], sum);
        }
      }
      out[(image + size_t(y) * side + x) * channels + channel] = sum;
    }
  }
}
