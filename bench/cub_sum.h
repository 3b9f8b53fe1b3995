// NVIDIA's own sum of an array, for comparison.
#pragma once

#include <cuda.h>

#include <cstddef>

enum class CubValue { i32, f32 };

extern "C" {
/// Runs cub::DeviceReduce::Sum on the current context, in two launches. With null `scratch` it only writes how many
/// bytes it needs. It returns a cudaError_t, which is 0 for success.
int cub_sum(CubValue value, void* scratch, std::size_t* scratch_bytes, const void* in, void* out, std::size_t count,
            CUstream stream);
/// Returns CUB_VERSION; 300000 is 3.0.0.
int cub_version();
}
