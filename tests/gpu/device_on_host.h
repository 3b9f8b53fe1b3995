// Compiles app/gpu/device for this processor, thread by thread, so that its arithmetic is tested without a GPU too.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#define __device__
#define __global__

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wswitch"

namespace lanescope::gpu::device {
namespace {

struct Index {
  unsigned x = 0, y = 0, z = 0;
};
Index blockIdx, threadIdx;  // set by on_grid()
Index blockDim{1, 1, 1}, gridDim{1, 1, 1};

/// Runs a kernel's body once for each thread of a grid.
template <class Body>
void on_grid(unsigned blocks, unsigned threads, Body body) {
  gridDim.x = blocks;
  blockDim.x = threads;
  for (blockIdx.x = 0; blockIdx.x < blocks; ++blockIdx.x) {
    for (threadIdx.x = 0; threadIdx.x < threads; ++threadIdx.x) body();
  }
}

inline int __clz(int value) {
  return std::countl_zero(static_cast<unsigned>(value));
}
inline unsigned __float_as_uint(float value) {
  return std::bit_cast<unsigned>(value);
}
inline float __uint_as_float(unsigned bits) {
  return std::bit_cast<float>(bits);
}
inline long long __double_as_longlong(double value) {
  return std::bit_cast<long long>(value);
}
inline double __longlong_as_double(long long bits) {
  return std::bit_cast<double>(bits);
}

template <class T>
T atomicAdd(T* target, T value) {
  const T before = *target;
  *target += value;
  return before;
}
template <class T>
void atomicMin(T* target, T value) {
  if (value < *target) *target = value;
}
template <class T>
void atomicMax(T* target, T value) {
  if (value > *target) *target = value;
}

template <class T>
T atomicOr(T* target, T value) {
  const T before = *target;
  *target |= value;
  return before;
}

// The order is that of app/gpu/CMakeLists.txt.
// clang-format off
#include "gpu/device/elements.cu"
#include "gpu/device/fill.cu"
#include "gpu/device/guard.cu"
#include "gpu/device/compare.cu"
#include "gpu/device/preview.cu"
#include "gpu/device/heat.cu"
// clang-format on

}  // namespace
}  // namespace lanescope::gpu::device

#pragma GCC diagnostic pop
