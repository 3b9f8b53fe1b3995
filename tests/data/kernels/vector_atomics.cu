/* lanescope
title   = "Atomic operations on vectors"
summary = "atom and red on two, four and eight numbers (compute capability 9.0); each thread has words of its own, so that the order does not matter."

[buffers]
in  = { role = "in", type = "u32", shape = [512] }
sum = { role = "out", type = "f32", shape = [512], fill = "zero" }
out = { role = "out", type = "u32", shape = [1024], fill = "zero" }

[[launch]]
entry     = "vector_atomics"
grid      = [1]
block     = [64]
arguments = ["sum", "out", "in"]

[work]
bytes = 0
flops = 0
*/
extern "C" __global__ void vector_atomics(float* sum, unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  float2* pair = reinterpret_cast<float2*>(sum + 2 * t);
  float4* four = reinterpret_cast<float4*>(sum + 128 + 4 * t);
  const float a = in[t] % 1000 * 0.25f, b = in[t + 64] % 1000 * 0.5f;
  atomicAdd(pair, make_float2(a, b));
  const float2 before = atomicAdd(pair, make_float2(b, -a));
  atomicAdd(four, make_float4(a, b, before.x, before.y));
  // Halves below 4, of either sign.
  unsigned h[4], g[4];
  for (int i = 0; i < 4; ++i) h[i] = in[4 * t + i] & 0xc3ffc3ffu, g[i] = in[256 + 4 * t + i] & 0xc3ffc3ffu;
  unsigned* place = out + 16 * t;
  asm volatile("red.global.add.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};" ::"l"(place), "r"(h[0]), "r"(h[1]), "r"(h[2]), "r"(h[3]) : "memory");
  asm volatile("red.global.add.noftz.v4.f16x2 [%0], {%1, %2, %3, %4};" ::"l"(place), "r"(g[0]), "r"(g[1]), "r"(g[2]), "r"(g[3]) : "memory");
  asm volatile("red.global.min.noftz.v2.f16x2 [%0], {%1, %2};" ::"l"(place + 4), "r"(h[0]), "r"(h[1]) : "memory");
  asm volatile("red.global.max.noftz.v2.bf16x2 [%0], {%1, %2};" ::"l"(place + 6), "r"(g[0]), "r"(g[1]) : "memory");
  unsigned old[4];
  asm volatile("atom.global.max.noftz.v4.f16x2 {%0, %1, %2, %3}, [%4], {%5, %6, %7, %8};"
               : "=r"(old[0]), "=r"(old[1]), "=r"(old[2]), "=r"(old[3])
               : "l"(place), "r"(h[0]), "r"(g[1]), "r"(h[2]), "r"(g[3])
               : "memory");
  for (int i = 0; i < 4; ++i) place[8 + i] = old[i];
  unsigned short low[8];
  for (int i = 0; i < 8; ++i) low[i] = static_cast<unsigned short>(h[i / 2] >> 16 * (i % 2));
  asm volatile("red.global.add.noftz.v8.bf16 [%0], {%1, %2, %3, %4, %5, %6, %7, %8};" ::"l"(place + 12), "h"(low[0]),
               "h"(low[1]), "h"(low[2]), "h"(low[3]), "h"(low[4]), "h"(low[5]), "h"(low[6]), "h"(low[7])
               : "memory");
}
