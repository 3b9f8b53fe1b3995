/* lanescope
title   = "Root mean square norm of rows"
summary = "A block divides a row by its root mean square; it reads the row again, or keeps it in shared memory."

[parameters]
block = { values = [64, 128, 256, 512, 1024], default = 256 }
row   = { values = ["again", "kept"], default = "again" }

[problem]
rows  = { min = 1, max = 1048576, default = 8192 }
fours = { min = 1, max = 3072, default = 1024 }

[buffers]
in     = { role = "in",  type = "f32", shape = ["rows", "4 * fours"], fill = "random" }
weight = { role = "in",  type = "f32", shape = ["4 * fours"], fill = "random" }
out    = { role = "out", type = "f32", shape = ["rows", "4 * fours"], fill = "poison" }

[[launch]]
entry        = "rms_norm"
grid         = ["rows"]
block        = ["block"]
arguments    = ["out", "in", "weight", "fours"]
shared_bytes = "row == row_kept ? 16 * fours : 0"

[work]
bytes = "32 * rows * fours + 16 * fours"
flops = "16 * rows * fours"
*/
__device__ inline float over_warp(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffffu, value, distance);
  return value;
}

extern "C" __global__ void rms_norm(float4* out, const float4* in, const float4* weight, unsigned fours) {
  extern __shared__ float4 kept[];
  __shared__ float of_warps[BLOCK / 32];
  const size_t first = size_t(blockIdx.x) * fours;
  float squares = 0;
  for (unsigned i = threadIdx.x; i < fours; i += BLOCK) {
    const float4 own = in[first + i];
    squares += own.x * own.x + own.y * own.y + own.z * own.z + own.w * own.w;
    if (ROW == ROW_KEPT) kept[i] = own;
  }
  squares = over_warp(squares);
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = squares;
  __syncthreads();
  squares = over_warp(threadIdx.x % 32 < BLOCK / 32 ? of_warps[threadIdx.x % 32] : 0.0f);
  const float factor = rsqrtf(squares / (4 * fours) + 1e-6f);
  for (unsigned i = threadIdx.x; i < fours; i += BLOCK) {
    const float4 own = ROW == ROW_KEPT ? kept[i] : in[first + i], by = weight[i];
    out[first + i] = {own.x * factor * by.x, own.y * factor * by.y, own.z * factor * by.z, own.w * factor * by.w};
  }
}
