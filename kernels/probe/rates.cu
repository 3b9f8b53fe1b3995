/* lanescope
title   = "Probe: rates of instructions"
summary = "Warps that compute and access nothing: how many of one kind of instruction does a multiprocessor issue in a clock?"
article = "Simon Boehm and the SGEMM notes: from a naive kernel to warp tiles"
section = "px.rates"

[parameters]
block    = { values = [32, 64, 128, 256, 512, 1024], default = 1024 }
what     = { values = ["fma", "multiply", "shift", "minimum", "root", "shuffle"], default = "fma" }
straight = { values = [16, 64, 256, 1024, 4096], default = 64 }
trips    = { values = [1, 16, 64], default = 16 }
chains   = { values = [1, 2, 4], default = 4 }

[problem]
blocks = { min = 1, max = 1048576, default = 264 }

[buffers]
in  = { role = "in",  type = "i32", shape = ["blocks"], fill = "random" }
out = { role = "out", type = "i32", shape = ["blocks"], fill = "poison" }

[[launch]]
entry     = "rates"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in"]

[work]
bytes = "8 * blocks"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

// STRAIGHT instructions without a branch between them, TRIPS times, in CHAINS chains in which each needs the result of the
// one before. With one trip they are new code all the way. The compiler does not know that zero is 0 and one is 1, with
// which no instruction changes anything; the empty assembly keeps it from joining two of them into one.
#if WHAT == WHAT_FMA || WHAT == WHAT_ROOT
using Value = float;
#define KEEP(value) asm volatile("" : "+f"(value))
#else
using Value = unsigned;
#define KEEP(value) asm volatile("" : "+r"(value))
#endif

__device__ inline Value next(Value value, Value zero, Value one) {
#if WHAT == WHAT_FMA
  return fmaf(value, one, zero);
#elif WHAT == WHAT_MULTIPLY
  return value * one + zero;
#elif WHAT == WHAT_SHIFT
  return __funnelshift_l(value, value, zero);
#elif WHAT == WHAT_MINIMUM
  return max(value, zero);
#elif WHAT == WHAT_ROOT
  float root;
  asm volatile("sqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(value));
  return root;
#else
  return __shfl_sync(0xffffffff, value, 0);
#endif
}

extern "C" __global__ void rates(int* out, const int* in) {
  const Value zero = static_cast<Value>(blockIdx.y), one = static_cast<Value>(gridDim.y);
  Value values[CHAINS];
#pragma unroll
  for (unsigned chain = 0; chain < CHAINS; ++chain) values[chain] = one;
#pragma unroll 1
  for (unsigned trip = 0; trip < TRIPS; ++trip) {
#pragma unroll
    for (unsigned i = 0; i < STRAIGHT / CHAINS; ++i) {
#pragma unroll
      for (unsigned chain = 0; chain < CHAINS; ++chain) {
        values[chain] = next(values[chain], zero, one);
        KEEP(values[chain]);
      }
    }
  }
  bool changed = false;
#pragma unroll
  for (unsigned chain = 0; chain < CHAINS; ++chain) changed |= values[chain] != one;
#if WHAT == WHAT_ROOT
  // The root of 1 is 1 but for the last bits.
  changed = values[0] > 2;
#endif
  if (__syncthreads_or(changed)) return;
  if (threadIdx.x == 0) out[blockIdx.x] = in[blockIdx.x];
}
