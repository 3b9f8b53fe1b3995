/* lanescope
title   = "Calls"
summary = "A function that is not inlined, one that calls itself, and a table of pointers to functions."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [3, "n"], fill = "poison" }

[[launch]]
entry     = "device_calls"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
__device__ __noinline__ unsigned add(unsigned a, unsigned b) { return a + b; }
__device__ __noinline__ unsigned subtract(unsigned a, unsigned b) { return a - b; }
__device__ __noinline__ unsigned multiply(unsigned a, unsigned b) { return a * b; }
__device__ __noinline__ unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }
using Operation = unsigned (*)(unsigned, unsigned);
__device__ Operation operations[4] = {add, subtract, multiply, larger};

struct Pair {
  unsigned first, second;
};
__device__ __noinline__ Pair ordered(unsigned a, unsigned b) { return a < b ? Pair{a, b} : Pair{b, a}; }

__device__ __noinline__ unsigned greatest_common_divisor(unsigned a, unsigned b) {
  return b == 0 ? a : greatest_common_divisor(b, a % b);
}

extern "C" __global__ void device_calls(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const unsigned value = in[i];
  out[i] = operations[value % 4](value >> 8, i);
  const Pair pair = ordered(value % 1000, i);
  out[n + i] = pair.first * 100000 + pair.second;
  out[2 * n + i] = greatest_common_divisor(value % 5040 + 1, i + 1);
}
