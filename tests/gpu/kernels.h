// Kernels for the tests of this room, right and wrong ones.
#pragma once

namespace lanescope::gpu {

inline constexpr const char* test_kernels = R"cuda(
#ifndef ELEMENT
#define ELEMENT float
#endif

__device__ int thread() { return blockIdx.x * blockDim.x + threadIdx.x; }

extern "C" __global__ void transpose(ELEMENT* out, const ELEMENT* in, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < nx && y < ny) out[static_cast<long long>(x) * ny + y] = in[static_cast<long long>(y) * nx + x];
}

extern "C" __global__ void copy(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
}

extern "C" __global__ void copy_with_three_mistakes(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = i == 77 || i == 1000 || i == n - 1 ? in[i] + 4 : in[i];
}

extern "C" __global__ void copy_all_but_each_hundredth(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n && i % 100 != 50) out[i] = in[i];
}

extern "C" __global__ void copy_and_write_behind(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
  if (i == 0) out[n + 5] = 1;
}

extern "C" __global__ void copy_and_write_before(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
  if (i == 0) out[-3] = 1;
}

extern "C" __global__ void copy_without_a_bound(float* out, const float* in, int n) { out[thread()] = in[thread()]; }

extern "C" __global__ void copy_and_spoil_the_input(float* out, float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i];
  if (i == 123) in[i] = in[i] + 4;
}

extern "C" __global__ void copy_far_away(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i + (1ll << 40)] = in[i];
}

extern "C" __global__ void nothing() {}

extern "C" __global__ void spin(unsigned long long nanoseconds) {
  unsigned long long start, now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  } while (now - start < nanoseconds);
}

extern "C" __global__ void trap(float* out, const float* in, int n) { asm volatile("trap;"); }

extern "C" __global__ void copy_slightly_off(float* out, const float* in, int n) {
  const int i = thread();
  if (i < n) out[i] = in[i] * 1.001f;
}

extern "C" __global__ void copy_through_shared(float* out, const float* in, int n) {
  extern __shared__ float tile[];
  const int i = thread();
  if (i < n) tile[threadIdx.x] = in[i];
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x];
}

extern "C" __global__ void increment(float* values, int n) {
  const int i = thread();
  if (i < n) values[i] += 1;
}

extern "C" __global__ void fetch_linear(float* out, cudaTextureObject_t texture, int n) {
  const int i = thread();
  if (i < n) out[i] = tex1Dfetch<float>(texture, i);
}

extern "C" __global__ void fetch_2d(float* out, cudaTextureObject_t texture, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < nx && y < ny) out[x * ny + y] = tex2D<float>(texture, x + 0.5f, y + 0.5f);
}
)cuda";

}  // namespace lanescope::gpu
