/* lanescope
title   = "Probe: writes alone"
summary = "Warps write to a matrix and read nothing: what do parts of sectors cost, by lines a request and by the pitch between them?"
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "px.write"

[parameters]
block    = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
lines    = { values = [1, 2, 4, 8, 16, 32], default = 1 }
pitch    = { values = [32, 64, 128, 136, 1024, 1032, 4096, 4104, 16384, 16392, 65536], default = 4096 }
steps    = { values = [8, 64], default = 8 }
store_op = { values = ["wb", "cg", "cs", "wt"], default = "wb" }

[problem]
n      = { min = 1, max = 1073741824, default = 67108864 }
blocks = { min = 1, max = 1048576, default = 32768 }

[buffers]
in   = { role = "in",  type = "f32", shape = ["blocks"], fill = "random" }
out  = { role = "out", type = "f32", shape = ["blocks"], fill = "poison" }
data = { role = "scratch", type = "f32", shape = ["n"], fill = "zero" }

[[launch]]
entry     = "write"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in", "data", "n"]

[work]
bytes = "4 * blocks * block * steps"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

#define LOAD_OP_CA 1
#define LOAD_OP LOAD_OP_CA
#include "cache_operators.cuh"

// The matrix has rows of PITCH words. A request of a warp writes 32 / LINES words side by side in each of LINES rows; the
// next warp goes on to the right, and at the end of the rows below them, so that every word is written once before any is
// written again. Those STEPS requests of a warp are as far apart as the grid has warps. All write the same number: who is
// the last to write a word makes no difference.
extern "C" __global__ void write(float* out, const float* in, float* data, unsigned n) {
  constexpr unsigned side_by_side = 32 / LINES, across = PITCH / side_by_side;
  const unsigned lane = threadIdx.x % 32, warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;
  const unsigned warps = gridDim.x * (BLOCK / 32);
  const size_t own = size_t(lane / side_by_side) * PITCH + lane % side_by_side;
#pragma unroll 1
  for (unsigned i = 0; i < STEPS; ++i) {
    const unsigned tile = warp + i * warps;
    const size_t place = size_t(tile / across) * LINES * PITCH + tile % across * side_by_side + own;
    STORE(&data[place < n ? place : place % n], 0.0f);
  }
  if (threadIdx.x == 0) out[blockIdx.x] = in[blockIdx.x];
}
