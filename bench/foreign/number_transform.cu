/* lanescope
title   = "A stage of a number-theoretic transform"
summary = "Each thread joins pairs of 64-bit numbers modulo 2^64 - 2^32 + 1, by products of 128 bits."

[parameters]
block = { values = [64, 128, 256], default = 128 }
each  = { values = [1, 2, 4], default = 2 }

[problem]
bits  = { min = 1, max = 27, default = 22 }
stage = { min = 0, max = 26, default = 8 }

[let]
n    = "pow2(bits)"
span = "pow2(min(stage, bits - 1))"

[buffers]
in    = { role = "in",  type = "u64", shape = ["n"], fill = "random", from = 0, below = 4611686018427387904 }
roots = { role = "in",  type = "u64", shape = ["span"], fill = "random", from = 0, below = 4611686018427387904 }
out   = { role = "out", type = "u64", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "number_transform"
grid      = ["ceil_div(n / 2, block * each)"]
block     = ["block"]
arguments = ["out", "in", "roots", "n / 2", "span"]

[work]
bytes = "16 * n + 8 * span"
flops = 0

[check]
same_as = "number_transform_plain"
output  = "out"
exact   = true
*/
using Number = unsigned long long;
constexpr Number prime = 0xffffffff00000001ull;

__device__ inline Number plus(Number a, Number b) {
  const Number sum = a + b;
  return sum < a || sum >= prime ? sum - prime : sum;
}

__device__ inline Number minus(Number a, Number b) {
  return a >= b ? a - b : a + (prime - b);
}

__device__ inline Number times(Number a, Number b) {
  // 2^64 is 2^32 - 1, and 2^96 is -1.
  const Number low = a * b, high = __umul64hi(a, b);
  const Number top = high >> 32, middle = high & 0xffffffffu;
  Number sum = low - top;
  if (low < top) sum += prime;
  if (sum >= prime) sum -= prime;
  return plus(sum, middle * 0xffffffffu);
}

extern "C" __global__ void number_transform(Number* out, const Number* in, const Number* roots, unsigned pairs,
                                            unsigned span) {
#pragma unroll
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned pair = (blockIdx.x * EACH + i) * BLOCK + threadIdx.x;
    if (pair >= pairs) return;
    const unsigned within = pair & (span - 1), first = 2 * (pair - within) + within;
    const Number left = in[first], right = times(in[first + span], roots[within]);
    out[first] = plus(left, right);
    out[first + span] = minus(left, right);
  }
}

/// The product by adding and doubling, bit by bit.
__device__ inline Number times_plain(Number a, Number b) {
  Number product = 0;
  for (int bit = 63; bit >= 0; --bit) {
    product = plus(product, product);
    if (b >> bit & 1) product = plus(product, a);
  }
  return product;
}

extern "C" __global__ void number_transform_plain(Number* out, const Number* in, const Number* roots, unsigned pairs,
                                                  unsigned span) {
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned pair = (blockIdx.x * EACH + i) * BLOCK + threadIdx.x;
    if (pair >= pairs) return;
    const unsigned first = pair / span * 2 * span + pair % span;
    const Number left = in[first], right = times_plain(in[first + span], roots[pair % span]);
    out[first] = plus(left, right);
    out[first + span] = minus(left, right);
  }
}
