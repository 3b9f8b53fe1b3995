/* lanescope
title   = "Dynamic time warping, a warp a pair"
summary = "Each lane holds some columns of the table of distances; rows go from lane to lane, one behind the other."

[parameters]
warps = { values = [1, 2, 4], default = 4 }
each  = { values = [1, 2, 4, 8], default = 4 }

[problem]
pairs  = { min = 1, max = 1048576, default = 16000 }
length = { min = 1, max = 8192, default = 256 }

[buffers]
series  = { role = "in",  type = "f32", shape = ["pairs", "length"], fill = "random" }
pattern = { role = "in",  type = "f32", shape = ["pairs", "32 * each"], fill = "random" }
cost    = { role = "out", type = "f32", shape = ["pairs"], fill = "poison" }

[[launch]]
entry     = "time_warping"
grid      = ["ceil_div(pairs, warps)"]
block     = [32, "warps"]
arguments = ["cost", "series", "pattern", "pairs", "length"]

[work]
bytes = "4 * pairs * (length + 32 * each + 1)"
flops = "4 * pairs * length * 32 * each"

[check]
same_as = "time_warping_plain"
output  = "cost"
exact   = true
*/
constexpr float far = 1e30f;

extern "C" __global__ void time_warping(float* cost, const float* series, const float* pattern, unsigned pairs,
                                        unsigned length) {
  const unsigned pair = blockIdx.x * WARPS + threadIdx.y, lane = threadIdx.x;
  if (pair >= pairs) return;
  float own[EACH], row[EACH];  // elements of the pattern, and the last row of their columns
#pragma unroll
  for (int i = 0; i < EACH; ++i) {
    own[i] = pattern[size_t(pair) * 32 * EACH + lane * EACH + i];
    row[i] = far;
  }
  float before = lane == 0 ? 0.0f : far;  // up and to the left of the lane's first column
  for (unsigned step = 0; step < length + 31; ++step) {
    const float to_the_left = __shfl_up_sync(0xffffffffu, row[EACH - 1], 1);
    if (step < lane || step - lane >= length) continue;
    const float element = series[size_t(pair) * length + step - lane];
    float left = lane == 0 ? far : to_the_left, diagonal = before;
    before = left;
#pragma unroll
    for (int i = 0; i < EACH; ++i) {
      const float up = row[i];
      left = fabsf(element - own[i]) + fminf(fminf(left, up), diagonal);
      diagonal = up;
      row[i] = left;
    }
  }
  if (lane == 31) cost[pair] = row[EACH - 1];
}

extern "C" __global__ void time_warping_plain(float* cost, const float* series, const float* pattern, unsigned pairs,
                                              unsigned length) {
  const unsigned pair = (blockIdx.x * WARPS + threadIdx.y) * 32 + threadIdx.x;  // one thread a pair
  if (pair >= pairs) return;
  float row[32 * EACH];
  for (int column = 0; column < 32 * EACH; ++column) row[column] = far;
  float diagonal = 0;
  for (unsigned at = 0; at < length; ++at) {
    float left = far;
#pragma unroll 1
    for (int column = 0; column < 32 * EACH; ++column) {
      const float up = row[column];
      left = fabsf(series[size_t(pair) * length + at] - pattern[size_t(pair) * 32 * EACH + column]) +
             fminf(fminf(left, up), diagonal);
      diagonal = up;
      row[column] = left;
    }
    diagonal = far;
  }
  cost[pair] = row[32 * EACH - 1];
}
