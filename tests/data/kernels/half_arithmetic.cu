/* lanescope
title   = "Half precision"
summary = "Sums, products and fused operations of half and bfloat16, alone and in pairs."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 2, max = 1048576, default = 600 }

[buffers]
halves     = { role = "in",  type = "f16", shape = ["n"], fill = "random" }
brains     = { role = "in",  type = "bf16", shape = ["n"], fill = "random" }
halves_out = { role = "out", type = "f16", shape = [3, "n"], fill = "poison" }
brains_out = { role = "out", type = "bf16", shape = [3, "n"], fill = "poison" }

[[launch]]
entry     = "half_arithmetic"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["halves_out", "brains_out", "halves", "brains", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// n is even. Rows: a + b, a * b, a * b + a; the third in pairs.
extern "C" __global__ void half_arithmetic(__half* halves_out, __nv_bfloat16* brains_out, const __half* halves,
                                           const __nv_bfloat16* brains, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const unsigned j = n - 1 - i;
  halves_out[i] = __hadd(halves[i], halves[j]);
  halves_out[n + i] = __hmul(halves[i], halves[j]);
  brains_out[i] = __hadd(brains[i], brains[j]);
  brains_out[n + i] = __hmul(brains[i], brains[j]);
  if (i % 2 != 0) return;
  const __half2 a = __halves2half2(halves[i], halves[i + 1]), b = __halves2half2(halves[j], halves[j - 1]);
  *reinterpret_cast<__half2*>(&halves_out[2 * n + i]) = __hfma2(a, b, a);
  const __nv_bfloat162 c = __halves2bfloat162(brains[i], brains[i + 1]), d = __halves2bfloat162(brains[j], brains[j - 1]);
  *reinterpret_cast<__nv_bfloat162*>(&brains_out[2 * n + i]) = __hfma2(c, d, c);
}
