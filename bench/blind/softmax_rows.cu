/* lanescope
title   = "Softmax of rows"
summary = "A block takes a row: maximum, sum of the exponentials, and quotients, in three passes over the row."

[parameters]
block = { values = [32, 64, 128, 256, 512, 1024], default = 256 }

[problem]
rows    = { min = 1, max = 1048576, default = 3000 }
columns = { min = 1, max = 1048576, default = 5000 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["rows", "columns"], fill = "random" }
out = { role = "out", type = "f32", shape = ["rows", "columns"], fill = "poison" }

[[launch]]
entry     = "softmax_rows"
grid      = ["rows"]
block     = ["block"]
arguments = ["out", "in", "columns"]

[work]
bytes = "8 * rows * columns"
flops = "4 * rows * columns"

[check]
same_as  = "softmax_by_one_thread"
output   = "out"
relative = "1e-6 * (32 + columns / 32)"
*/

template <class Join>
__device__ float over_block(float value, Join join, float neutral) {
  __shared__ float of_warps[32];
  for (int distance = 16; distance > 0; distance /= 2)
    value = join(value, __shfl_xor_sync(0xffffffffu, value, distance));
  __syncthreads();
  if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
  __syncthreads();
  value = threadIdx.x % 32 < BLOCK / 32 ? of_warps[threadIdx.x % 32] : neutral;
  for (int distance = 16; distance > 0; distance /= 2)
    value = join(value, __shfl_xor_sync(0xffffffffu, value, distance));
  return value;
}

extern "C" __global__ void softmax_rows(float* out, const float* in, unsigned columns) {
  const float* const row = in + size_t(blockIdx.x) * columns;
  float largest = -3.0e38f;
  for (unsigned i = threadIdx.x; i < columns; i += BLOCK) largest = fmaxf(largest, row[i]);
  largest = over_block(
      largest, [](float a, float b) { return fmaxf(a, b); }, -3.0e38f);
  float sum = 0;
  for (unsigned i = threadIdx.x; i < columns; i += BLOCK) sum += __expf(row[i] - largest);
  sum = over_block(
      sum, [](float a, float b) { return a + b; }, 0.0f);
  const float factor = 1 / sum;
  float* const to = out + size_t(blockIdx.x) * columns;
  for (unsigned i = threadIdx.x; i < columns; i += BLOCK) to[i] = __expf(row[i] - largest) * factor;
}

extern "C" __global__ void softmax_by_one_thread(float* out, const float* in, unsigned columns) {
  if (threadIdx.x > 0) return;
  const float* const row = in + size_t(blockIdx.x) * columns;
  float largest = row[0], sum = 0;
  for (unsigned i = 1; i < columns; ++i) largest = fmaxf(largest, row[i]);
  for (unsigned i = 0; i < columns; ++i) sum += __expf(row[i] - largest);
  for (unsigned i = 0; i < columns; ++i) out[size_t(blockIdx.x) * columns + i] = __expf(row[i] - largest) / sum;
}
