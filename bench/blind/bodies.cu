/* lanescope
title   = "Forces between all bodies"
summary = "A thread adds up the pull of all other bodies, which come tile by tile through shared memory."

[parameters]
block = { values = [64, 128, 256, 512], default = 256 }

[problem]
n = { min = 1, max = 1048576, default = 24000 }

[buffers]
bodies = { role = "in",  type = "f32", shape = ["n", 4], fill = "random" }
pull   = { role = "out", type = "f32", shape = ["n", 4], fill = "poison" }

[[launch]]
entry     = "bodies"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["pull", "bodies", "n"]

[work]
bytes = "32 * n"
flops = "20 * n * n"
*/
extern "C" __global__ void bodies(float4* pull, const float4* bodies, unsigned n) {
  __shared__ float4 tile[BLOCK];
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  const float4 none = make_float4(0, 0, 0, 0), own = i < n ? bodies[i] : none;
  float x = 0, y = 0, z = 0;
  for (unsigned first = 0; first < n; first += BLOCK) {
    tile[threadIdx.x] = first + threadIdx.x < n ? bodies[first + threadIdx.x] : none;
    __syncthreads();
#pragma unroll 8
    for (unsigned j = 0; j < BLOCK; ++j) {
      const float4 other = tile[j];
      const float dx = other.x - own.x, dy = other.y - own.y, dz = other.z - own.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + 0.01f);
      const float factor = other.w * inverse * inverse * inverse;
      x += dx * factor;
      y += dy * factor;
      z += dz * factor;
    }
    __syncthreads();
  }
  if (i < n) pull[i] = make_float4(x, y, z, 0);
}
