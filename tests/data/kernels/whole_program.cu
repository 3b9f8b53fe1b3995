/* lanescope
title = "A whole program"

[problem]
n = { min = 1, max = 4096, default = 1000 }

[buffers]
in = { role = "in", type = "f32", shape = ["n"] }
out = { role = "out", type = "f32", shape = ["n"] }

[[launch]]
entry = "copy_all"
grid = ["ceil_div(n, 128)"]
block = ["128"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"

[check]
reference = "copy"
output = "out"
exact = true
*/
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>

#include "helper_that_nobody_has.h"

#define CHECK(call) check((call), __FILE__, __LINE__)

std::vector<float> expected;

__device__ float read(const float* in, int i) {
  return in[i];
}

__global__ void copy_all(float* out, const float* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = read(in, i);
}

void check(cudaError_t error, const char* file, int line) {
  if (error == cudaSuccess) return;
  std::fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(error));
  std::exit(EXIT_FAILURE);
}

int main() {
  const int n = 1000;
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, n * sizeof(float)));
  CHECK(cudaMalloc(&out, n * sizeof(float)));
  copy_all<<<(n + 127) / 128, 128>>>(out, in, n);
  CHECK(cudaDeviceSynchronize());
  return 0;
}
