/* lanescope
title   = "Nearest centres"
summary = "A thread takes a point and looks for the nearest of the centres, which its block holds in shared memory."

[parameters]
block = { values = [64, 128, 256, 512], default = 256 }

[problem]
points  = { min = 1, max = 67108864, default = 2000000 }
centres = { min = 1, max = 1024, default = 200 }

[buffers]
at      = { role = "in",  type = "f32", shape = ["points", 2], fill = "random" }
centre  = { role = "in",  type = "f32", shape = ["centres", 2], fill = "random" }
nearest = { role = "out", type = "u32", shape = ["points"], fill = "poison" }

[[launch]]
entry        = "nearest_centres"
grid         = ["ceil_div(points, block)"]
block        = ["block"]
arguments    = ["nearest", "at", "centre", "points", "centres"]
shared_bytes = "8 * centres"

[work]
bytes = "12 * points"
flops = "5 * points * centres"
*/
extern "C" __global__ void nearest_centres(unsigned* nearest, const float2* at, const float2* centre, unsigned points,
                                           unsigned centres) {
  extern __shared__ float2 held[];
  for (unsigned i = threadIdx.x; i < centres; i += BLOCK) held[i] = centre[i];
  __syncthreads();
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= points) return;
  const float2 own = at[i];
  unsigned best = 0;
  float least = 3.0e38f;
  for (unsigned c = 0; c < centres; ++c) {
    const float dx = held[c].x - own.x, dy = held[c].y - own.y, distance = dx * dx + dy * dy;
    if (distance < least) least = distance, best = c;
  }
  nearest[i] = best;
}
