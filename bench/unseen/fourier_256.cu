/* lanescope
title   = "Fourier transforms of 256 points"
summary = "64 threads transform 256 complex numbers by four steps of radix 4, which hand on through shared memory."

[parameters]
together = { values = [1, 2, 4, 8], default = 2 }          # transforms a block
factors  = { values = ["table", "computed"], default = "table" }

[problem]
transforms = { min = 1, max = 1048576, default = 20000 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["transforms", 256, 2], fill = "random" }
out = { role = "out", type = "f32", shape = ["transforms", 256, 2], fill = "poison" }

[[launch]]
entry     = "fourier_256"
grid      = ["ceil_div(transforms, together)"]
block     = [64, "together"]
arguments = ["out", "in", "transforms"]

[work]
bytes = "4096 * transforms"
flops = "10240 * transforms"

[check]
same_as = "fourier_256_plain"
output  = "out"
exact   = true
*/
__device__ inline float2 operator+(float2 a, float2 b) {
  return {a.x + b.x, a.y + b.y};
}
__device__ inline float2 operator-(float2 a, float2 b) {
  return {a.x - b.x, a.y - b.y};
}
__device__ inline float2 operator*(float2 a, float2 b) {
  return {fmaf(a.x, b.x, -(a.y * b.y)), fmaf(a.x, b.y, a.y * b.x)};
}

/// exp(-2 pi i part / 256)
__device__ inline float2 root(unsigned part) {
  float2 value;
  sincospif(float(part) * -0.0078125f, &value.y, &value.x);
  return value;
}

/// The transform of four numbers, in place.
__device__ inline void join(float2 (&of)[4]) {
  const float2 even = of[0] + of[2], odd = of[1] + of[3], apart = of[0] - of[2], turned = of[1] - of[3];
  of[0] = even + odd;
  of[1] = {apart.x + turned.y, apart.y - turned.x};
  of[2] = even - odd;
  of[3] = {apart.x - turned.y, apart.y + turned.x};
}

extern "C" __global__ void fourier_256(float2* out, const float2* in, unsigned transforms) {
  __shared__ float2 held[TOGETHER][256];
#if FACTORS == FACTORS_TABLE
  __shared__ float2 roots[256];
  for (unsigned i = threadIdx.y * 64 + threadIdx.x; i < 256; i += 64 * TOGETHER) roots[i] = root(i);
#endif
  const unsigned transform = blockIdx.x * TOGETHER + threadIdx.y, own = threadIdx.x;
  const bool there = transform < transforms;
  float2* const row = held[threadIdx.y];
  float2 of[4];
#pragma unroll
  for (int i = 0; i < 4; ++i) of[i] = there ? in[size_t(transform) * 256 + own + 64 * i] : float2{0, 0};
  __syncthreads();
#pragma unroll
  for (unsigned span = 1; span < 256; span *= 4) {
    const unsigned within = own % span;
    if (span > 1) {
#pragma unroll
      for (int i = 0; i < 4; ++i) of[i] = row[own + 64 * i];
#pragma unroll
      for (int i = 1; i < 4; ++i) {
#if FACTORS == FACTORS_TABLE
        of[i] = of[i] * roots[within * i * (64 / span)];
#else
        of[i] = of[i] * root(within * i * (64 / span));
#endif
      }
      __syncthreads();
    }
    join(of);
    if (span == 64) break;
#pragma unroll
    for (int i = 0; i < 4; ++i) row[(own - within) * 4 + within + span * i] = of[i];
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    if (there) out[size_t(transform) * 256 + own + 64 * i] = of[i];
  }
}

/// One thread a transform, in place in global memory: the points are first put in the order of their turned digits.
extern "C" __global__ void fourier_256_plain(float2* out, const float2* in, unsigned transforms) {
  const unsigned transform = blockIdx.x * TOGETHER + threadIdx.y;
  if (threadIdx.x != 0 || transform >= transforms) return;
  float2* const to = out + size_t(transform) * 256;
  for (unsigned i = 0; i < 256; ++i) {
    const unsigned turned = i % 4 * 64 + i / 4 % 4 * 16 + i / 16 % 4 * 4 + i / 64;
    to[i] = in[size_t(transform) * 256 + turned];
  }
  for (unsigned span = 1; span < 256; span *= 4) {
    for (unsigned first = 0; first < 256; first += 4 * span) {
      for (unsigned within = 0; within < span; ++within) {
        float2* const at = to + first + within;
        float2 of[4] = {at[0], at[span], at[2 * span], at[3 * span]};
        for (int i = 1; i < 4 && span > 1; ++i) of[i] = of[i] * root(within * i * (64 / span));
        join(of);
        for (int i = 0; i < 4; ++i) at[i * span] = of[i];
      }
    }
  }
}
