/* lanescope
title   = "Prices of options"
summary = "A thread computes the price of one option: logarithm, exponential, root and division."

[parameters]
block = { values = [64, 128, 256, 512], default = 128 }
each  = { values = [1, 4], default = 1 }

[problem]
n = { min = 1, max = 268435456, default = 9000001 }

[buffers]
price  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
strike = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
years  = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
call   = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "black_scholes"
grid      = ["ceil_div(n, block * each)"]
block     = ["block"]
arguments = ["call", "price", "strike", "years", "n"]

[work]
bytes = "16 * n"
flops = "40 * n"

[check]
same_as  = "black_scholes_precise"
output   = "call"
relative = 1e-3
*/
#define PRICE(LOG, EXP, ROOT)                                                                  \
  const float s = 10 + fabsf(price[i]), x = 10 + fabsf(strike[i]), t = 0.1f + fabsf(years[i]); \
  const float r = 0.02f, v = 0.3f, root = ROOT(t);                                             \
  const float d1 = (LOG(s / x) + (r + 0.5f * v * v) * t) / (v * root), d2 = d1 - v * root;     \
  call[i] = s * normcdff(d1) - x * EXP(-r * t) * normcdff(d2);

extern "C" __global__ void black_scholes(float* call, const float* price, const float* strike, const float* years,
                                         unsigned n) {
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
  for (unsigned k = 0; k < EACH; ++k) {
    const unsigned i = first + k * BLOCK;
    if (i >= n) return;
    PRICE(__logf, __expf, sqrtf)
  }
}

extern "C" __global__ void black_scholes_precise(float* call, const float* price, const float* strike,
                                                 const float* years, unsigned n) {
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
  for (unsigned k = 0; k < EACH; ++k) {
    const unsigned i = first + k * BLOCK;
    if (i >= n) return;
    PRICE(logf, expf, sqrtf)
  }
}
