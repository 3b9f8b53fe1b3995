/* lanescope
title   = "Cache operators"
summary = "Loads and stores with every operator, and volatile ones."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [5, "n"], fill = "poison" }

[[launch]]
entry     = "cache_operators"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void cache_operators(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const volatile unsigned* const again = in;
  const unsigned sum = __ldca(&in[i]) + __ldcg(&in[i]) + __ldcs(&in[i]) + __ldcv(&in[i]) + __ldlu(&in[i]) + __ldg(&in[i]) +
                       again[i];
  __stcg(&out[i], sum);
  __stcs(&out[n + i], sum + 1);
  __stwb(&out[2 * n + i], sum + 2);
  __stwt(&out[3 * n + i], sum + 3);
  *const_cast<volatile unsigned*>(&out[4 * n + i]) = sum + 4;
}
