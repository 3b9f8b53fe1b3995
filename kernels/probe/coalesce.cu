/* lanescope
title   = "Probe: coalescing"
summary = "Lanes that stand stride elements apart, offset elements behind the beginning of a sector: how many sectors does a warp meet?"
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "px.coalesce"
claims  = [
  "A warp meets 4 sectors with stride 1, 8 with 2, 16 with 4, and 32 from 8 on.",
  "An offset that is no multiple of 8 costs a fifth sector.",
]

[parameters]
block    = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
stride   = { values = [1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64], default = 1 }
offset   = { values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 16, 31], default = 0 }
load_op  = { values = ["ca", "cg", "cs", "cv"], default = "ca" }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

[problem]
n = { min = 1, max = 2147483648, default = 16777216 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
out = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "coalesce"
grid      = ["ceil_div(n, block * stride)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

#include "cache_operators.cuh"

// A block copies BLOCK * STRIDE elements, from OFFSET on: each thread STRIDE of them side by side, one after the other, so
// that the lanes of a warp are STRIDE apart each time. The elements before OFFSET are left to the first threads of the grid.
extern "C" __global__ void coalesce(float* out, const float* in, size_t n) {
  const size_t thread = size_t(blockIdx.x) * BLOCK + threadIdx.x;
#pragma unroll 1
  for (unsigned k = 0; k < STRIDE; ++k) {
    const size_t i = OFFSET + thread * STRIDE + k;
    if (i < n) STORE(&out[i], LOAD(&in[i]));
  }
  if (OFFSET > 0 && blockIdx.x == 0 && threadIdx.x < OFFSET && threadIdx.x < n) out[threadIdx.x] = in[threadIdx.x];
}
