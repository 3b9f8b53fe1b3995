/* lanescope
title   = "Rotary embedding"
summary = "Each thread turns pairs of a head by the angle of their position, which it reads from a table or computes."

[parameters]
block  = { values = [64, 128, 256], default = 128 }
angles = { values = ["table", "computed"], default = "table" }
head   = { values = [64, 128], default = 128 }

[problem]
tokens = { min = 1, max = 1048576, default = 8192 }
heads  = { min = 1, max = 256, default = 32 }
length = { min = 1, max = 65536, default = 2048 }

[buffers]
in    = { role = "in",  type = "f16", shape = ["tokens", "heads", "head"], fill = "random" }
table = { role = "in",  type = "f32", shape = ["length", "head / 2", 2], fill = "random" }
out   = { role = "out", type = "f16", shape = ["tokens", "heads", "head"], fill = "poison" }

[[launch]]
entry     = "rotary_embedding"
grid      = ["ceil_div(heads * head / 4, block)", "min(tokens, 65535)"]
block     = ["block"]
arguments = ["out", "in", "table", "tokens", "heads", "length"]

[work]
bytes = "4 * tokens * heads * head"
flops = "3 * tokens * heads * head"
*/
#include <cuda_fp16.h>

__device__ inline float2 turn(const float2* table, unsigned position, unsigned pair) {
#if ANGLES == ANGLES_TABLE
  return table[position * (HEAD / 2) + pair];
#else
  float sine, cosine;
  __sincosf(position * exp2f(pair * (-13.2877f / (HEAD / 2))), &sine, &cosine);  // base 10,000
  return {cosine, sine};
#endif
}

extern "C" __global__ void rotary_embedding(__half2* out, const __half2* in, const float2* table, unsigned tokens,
                                            unsigned heads, unsigned length) {
  constexpr unsigned fours = HEAD / 4;  // a thread takes two elements of the first half of a head and two of the second
  const unsigned at = blockIdx.x * BLOCK + threadIdx.x;
  if (at >= heads * fours) return;
  const unsigned pair = at % fours;
  for (unsigned token = blockIdx.y; token < tokens; token += gridDim.y) {
    const size_t first = (size_t(token) * heads + at / fours) * (2 * fours) + pair;
    const float2 low = __half22float2(in[first]), high = __half22float2(in[first + fours]);
    const float2 left = turn(table, token % length, 2 * pair), right = turn(table, token % length, 2 * pair + 1);
    out[first] = __floats2half2_rn(low.x * left.x - high.x * left.y, low.y * right.x - high.y * right.y);
    out[first + fours] = __floats2half2_rn(low.x * left.y + high.x * left.x, low.y * right.y + high.y * right.x);
  }
}
