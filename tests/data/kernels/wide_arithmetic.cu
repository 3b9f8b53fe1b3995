/* lanescope
title   = "Wide arithmetic"
summary = "64-bit integers and double precision."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 500 }

[buffers]
integers     = { role = "in",  type = "i64", shape = ["n"], fill = "random" }
doubles      = { role = "in",  type = "f64", shape = ["n"], fill = "random" }
integers_out = { role = "out", type = "i64", shape = [3, "n"], fill = "poison" }
doubles_out  = { role = "out", type = "f64", shape = [3, "n"], fill = "poison" }

[[launch]]
entry     = "wide_arithmetic"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["integers_out", "doubles_out", "integers", "doubles", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void wide_arithmetic(long long* integers_out, double* doubles_out, const long long* integers,
                                           const double* doubles, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const long long a = integers[i], b = integers[n - 1 - i] >> 20 | 1;
  integers_out[i] = a / b;
  integers_out[n + i] = a % b;
  integers_out[2 * n + i] = __mul64hi(a, b) ^ (a << (i % 64)) ^ static_cast<long long>(a * b);
  const double x = doubles[i], y = doubles[n - 1 - i];
  doubles_out[i] = x / (y + 2.0);
  doubles_out[n + i] = fma(x, y, sqrt(fabs(x)));
  doubles_out[2 * n + i] = sin(x * 1e6) + exp(y);
}
