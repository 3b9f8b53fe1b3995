/* lanescope
title   = "Probe: reads alone"
summary = "Warps read from a buffer and write nothing: how many sectors do L1, L2 and memory bring, by how many lines a request touches?"
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "px.read"

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
lines   = { values = [1, 2, 4, 8, 16, 32], default = 1 }
steps   = { values = [8, 64, 512], default = 64 }
load_op = { values = ["ca", "cg", "cs", "cv"], default = "cg" }

[problem]
n      = { min = 1, max = 1073741824, default = 4194304 }
blocks = { min = 1, max = 1048576, default = 1056 }

[buffers]
in   = { role = "in",  type = "f32", shape = ["blocks"], fill = "random" }
out  = { role = "out", type = "f32", shape = ["blocks"], fill = "poison" }
data = { role = "scratch", type = "f32", shape = ["n"], fill = "zero" }

[[launch]]
entry     = "read"
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

#define STORE_OP_WB 1
#define STORE_OP STORE_OP_WB
#include "cache_operators.cuh"

// A request of a warp touches LINES lines, 32 / LINES words side by side in each. Warps take the lines in turn, STEPS
// requests each, and begin anew past the end: with n small all is in the L1 (ca), then in the L2, then in the memory. The
// compiler does not know that data holds zeros.
extern "C" __global__ void read(float* out, const float* in, const float* data, unsigned n) {
  constexpr unsigned side_by_side = 32 / LINES, words = LINES * 32;
  const unsigned lane = threadIdx.x % 32, warp = (blockIdx.x * BLOCK + threadIdx.x) / 32;
  const unsigned own = (lane / side_by_side * 32 + lane % side_by_side) % n;
  const auto step = static_cast<unsigned>(size_t(gridDim.x) * (BLOCK / 32) * words % n);
  auto place = static_cast<unsigned>(size_t(warp) * words % n);
  float sum = 0;
#pragma unroll 8
  for (unsigned i = 0; i < STEPS; ++i) {
    const unsigned at = place + own;
    sum += LOAD(&data[at < n ? at : at - n]);
    place += step;
    if (place >= n) place -= n;
  }
  // No lane may be left out, so the sums of all of them are asked for.
  if (__syncthreads_or(sum != 0)) return;
  if (threadIdx.x == 0) out[blockIdx.x] = in[blockIdx.x];
}
