/* lanescope
title   = "The largest elements of a row"
summary = "Each lane of a warp keeps its largest elements in order; then the warp takes the best of all by shuffles."

[parameters]
warps = { values = [1, 2, 4, 8], default = 4 }
k     = { values = [2, 4, 8], default = 4 }

[problem]
rows    = { min = 1, max = 1048576, default = 8000 }
columns = { min = 1, max = 1048576, default = 4001 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["rows", "columns"], fill = "random" }
out = { role = "out", type = "f32", shape = ["rows", "k"], fill = "poison" }

[[launch]]
entry     = "top_k_warp"
grid      = ["ceil_div(rows, warps)"]
block     = [32, "warps"]
arguments = ["out", "in", "rows", "columns"]

[work]
bytes = "4 * rows * columns + 4 * rows * k"
flops = 0

[check]
same_as = "top_k_plain"
output  = "out"
exact   = true
*/
__device__ inline void take(float (&best)[K], float value) {
#pragma unroll
  for (int i = 0; i < K; ++i) {
    const float larger = fmaxf(best[i], value);
    value = fminf(best[i], value);
    best[i] = larger;
  }
}

extern "C" __global__ void top_k_warp(float* out, const float* in, unsigned rows, unsigned columns) {
  const unsigned row = blockIdx.x * WARPS + threadIdx.y, lane = threadIdx.x;
  if (row >= rows) return;
  float best[K];
#pragma unroll
  for (int i = 0; i < K; ++i) best[i] = -2;  // below every element
  for (unsigned column = lane; column < columns; column += 32) {
    const float value = in[size_t(row) * columns + column];
    if (value > best[K - 1]) take(best, value);
  }
  for (int i = 0; i < K; ++i) {
    float most = best[0];
    for (int distance = 16; distance > 0; distance /= 2) {
      most = fmaxf(most, __shfl_xor_sync(0xffffffffu, most, distance));
    }
    const unsigned holders = __ballot_sync(0xffffffffu, best[0] == most);
    if (lane == __ffs(holders) - 1) {  // the first lane that holds it hands it out
      out[size_t(row) * K + i] = most;
#pragma unroll
      for (int j = 0; j < K - 1; ++j) best[j] = best[j + 1];
      best[K - 1] = -2;
    }
  }
}

extern "C" __global__ void top_k_plain(float* out, const float* in, unsigned rows, unsigned columns) {
  const unsigned row = (blockIdx.x * WARPS + threadIdx.y) * 32 + threadIdx.x;  // one thread a row
  if (row >= rows) return;
  float best[K];
#pragma unroll
  for (int i = 0; i < K; ++i) best[i] = -2;
  for (unsigned column = 0; column < columns; ++column) take(best, in[size_t(row) * columns + column]);
#pragma unroll
  for (int i = 0; i < K; ++i) out[size_t(row) * K + i] = best[i];
}
