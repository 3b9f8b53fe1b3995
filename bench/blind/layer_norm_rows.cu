/* lanescope
title   = "Layer norm of rows"
summary = "A warp takes a row, keeps it in registers, and normalises it by its mean and variance."

[parameters]
rows_a_block = { values = [1, 2, 4, 8], default = 4 }

[problem]
rows = { min = 1, max = 1048576, default = 20000 }

[let]
columns = "1024"

[buffers]
in  = { role = "in",  type = "f32", shape = ["rows", "columns"], fill = "random" }
out = { role = "out", type = "f32", shape = ["rows", "columns"], fill = "poison" }

[[launch]]
entry     = "layer_norm_rows"
grid      = ["ceil_div(rows, rows_a_block)"]
block     = [32, "rows_a_block"]
arguments = ["out", "in", "rows"]

[work]
bytes = "8 * rows * columns"
flops = "6 * rows * columns"
*/
__device__ inline float over_warp(float value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_xor_sync(0xffffffffu, value, distance);
  return value;
}

extern "C" __global__ void layer_norm_rows(float4* out, const float4* in, unsigned rows) {
  constexpr unsigned fours = 1024 / 4 / 32;  // of a lane
  const unsigned row = blockIdx.x * ROWS_A_BLOCK + threadIdx.y;
  if (row >= rows) return;
  float4 held[fours];
  float sum = 0;
#pragma unroll
  for (unsigned i = 0; i < fours; ++i) {
    held[i] = in[size_t(row) * 256 + i * 32 + threadIdx.x];
    sum += held[i].x + held[i].y + held[i].z + held[i].w;
  }
  const float mean = over_warp(sum) / 1024;
  float squares = 0;
#pragma unroll
  for (unsigned i = 0; i < fours; ++i) {
    held[i].x -= mean, held[i].y -= mean, held[i].z -= mean, held[i].w -= mean;
    squares += held[i].x * held[i].x + held[i].y * held[i].y + held[i].z * held[i].z + held[i].w * held[i].w;
  }
  const float factor = rsqrtf(over_warp(squares) / 1024 + 1e-5f);
#pragma unroll
  for (unsigned i = 0; i < fours; ++i) {
    const float4 normal = {held[i].x * factor, held[i].y * factor, held[i].z * factor, held[i].w * factor};
    out[size_t(row) * 256 + i * 32 + threadIdx.x] = normal;
  }
}
