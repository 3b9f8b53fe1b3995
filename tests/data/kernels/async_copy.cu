/* lanescope
title   = "Asynchronous copies"
summary = "Two stages: the next 16 bytes of each thread are on their way while it works on the last."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 2048 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "async_copy"
grid      = [1]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
#include <cuda_pipeline.h>

// n is a multiple of 4 * BLOCK. Each block turns its 4 * BLOCK elements round, 4 by 4.
extern "C" __global__ void async_copy(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ __align__(16) unsigned stage[2][4 * BLOCK];
  const unsigned t = threadIdx.x, chunks = n / (4 * BLOCK);
  const auto fetch = [&](unsigned chunk) {
    if (chunk < chunks) __pipeline_memcpy_async(&stage[chunk % 2][4 * t], &in[(chunk * BLOCK + t) * 4], 16);
    __pipeline_commit();
  };
  fetch(0);
  for (unsigned chunk = 0; chunk < chunks; ++chunk) {
    fetch(chunk + 1);
    __pipeline_wait_prior(1);
    __syncthreads();
    for (unsigned k = 0; k < 4; ++k) {
      out[chunk * 4 * BLOCK + k * BLOCK + t] = stage[chunk % 2][4 * BLOCK - 1 - (k * BLOCK + t)];
    }
    __syncthreads();
  }
}
