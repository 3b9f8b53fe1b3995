/* lanescope
title   = "Copy with 16 bytes a thread"
summary = "A quarter of the instructions for the same bytes: each load and store of a warp moves 512 bytes, and this is as fast as copying gets."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "beyond the article"
claims  = [
  "A copy unrolled by 4 is faster than copy_row, so copy_row is no upper bound for a transpose.",
  "It is as fast as cudaMemcpy from device to device.",
  "No transpose of the catalogue is faster.",
]

[parameters]
block_x  = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
unroll   = { values = [1, 2, 4, 8], default = 1 }
blocks   = { values = [0, 132, 264, 528, 1056, 2112, 4224], default = 0 }
load_op  = { values = ["ca", "cg", "cs", "cv"], default = "ca" }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

[problem]
nx = { min = 1, max = 32768, default = 4096 }
ny = { min = 1, max = 32768, default = 4096 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["ny", "nx"], fill = "poison" }

[let]
chunks = "max(1, ceil_div(nx * ny / 4, block_x * unroll))"

[[launch]]
entry     = "copy_vec4"
grid      = ["blocks == 0 ? chunks : min(blocks, chunks)"]
block     = ["block_x"]
arguments = ["out", "in", "nx * ny"]

[work]
bytes = "2 * 4 * nx * ny"
flops = "0"

[check]
reference = "copy"
output    = "out"
exact     = true
*/

#include "cache_operators.cuh"

// A copy need not know of rows: n elements lie one behind the other, n / 4 fours of 16 bytes and up to three single ones.
// A block copies BLOCK_X * UNROLL fours at a time, each thread UNROLL of them, all loads before the first store. With
// blocks = 0 there are as many blocks as that takes. Otherwise a few blocks stay resident and go on to the next piece:
// starting a block costs nothing then, and 132 is the number of SMs of an H200.
extern "C" __global__ void copy_vec4(float* out, const float* in, unsigned n) {
  const float4* const in_fours = reinterpret_cast<const float4*>(in);
  float4* const out_fours = reinterpret_cast<float4*>(out);
  const unsigned fours = n / 4;

  for (unsigned first = blockIdx.x * BLOCK_X * UNROLL; first < fours; first += gridDim.x * BLOCK_X * UNROLL) {
    float4 four[UNROLL];
#pragma unroll
    for (unsigned k = 0; k < UNROLL; ++k) {
      const unsigned i = first + k * BLOCK_X + threadIdx.x;
      if (i < fours) four[k] = LOAD(&in_fours[i]);
    }
#pragma unroll
    for (unsigned k = 0; k < UNROLL; ++k) {
      const unsigned i = first + k * BLOCK_X + threadIdx.x;
      if (i < fours) STORE(&out_fours[i], four[k]);
    }
  }

  const unsigned last = 4 * fours + threadIdx.x;
  if (blockIdx.x == 0 && last < n) STORE(&out[last], LOAD(&in[last]));
}
