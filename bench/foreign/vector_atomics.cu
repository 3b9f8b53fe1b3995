/* lanescope
title   = "Points added to cells by atomics of 4, 8 or 16 bytes"
summary = "Each thread adds four floats to a random cell: by four atomics, by two of float2, or by one of float4."

[parameters]
block = { values = [64, 128, 256], default = 128 }
wide  = { values = [1, 2, 4], default = 1 }

[problem]
points = { min = 1, max = 67108864, default = 2000000 }
cells  = { min = 1, max = 67108864, default = 250000 }

[buffers]
cell = { role = "in",    type = "u32", shape = ["points"], fill = "random", below = "cells" }
in   = { role = "in",    type = "f32", shape = ["points", 4], fill = "random" }
sums = { role = "inout", type = "f32", shape = ["cells", 4], fill = "zero" }

[[launch]]
entry     = "vector_atomics"
grid      = ["ceil_div(points, block)"]
block     = ["block"]
arguments = ["sums", "cell", "in", "points"]

[work]
bytes = "20 * points + 32 * min(points, cells)"
flops = "4 * points"

[timing]
repeatable = false
*/
extern "C" __global__ void vector_atomics(float* sums, const unsigned* cell, const float4* in, unsigned points) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= points) return;
  const float4 own = in[i];
  float* const to = sums + size_t(cell[i]) * 4;
#if WIDE == 4
  atomicAdd(reinterpret_cast<float4*>(to), own);
#elif WIDE == 2
  atomicAdd(reinterpret_cast<float2*>(to), make_float2(own.x, own.y));
  atomicAdd(reinterpret_cast<float2*>(to + 2), make_float2(own.z, own.w));
#else
  atomicAdd(to, own.x);
  atomicAdd(to + 1, own.y);
  atomicAdd(to + 2, own.z);
  atomicAdd(to + 3, own.w);
#endif
}
