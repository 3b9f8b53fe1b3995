/* lanescope
title   = "Halves rounded to whole numbers"
summary = "cvt between equal types of 16 bits, in the four ways of rounding; the words beside the results stay what they are."

[buffers]
in  = { role = "in", type = "u32", shape = [64] }
out = { role = "out", type = "u32", shape = [10, 64], fill = "poison" }

[[launch]]
entry     = "half_rounding"
grid      = [1]
block     = [64]
arguments = ["out", "in"]

[work]
bytes = 0
flops = 0
*/
template <int row>
__device__ void store(unsigned* out, unsigned short value) { out[row * 64 + threadIdx.x] = value; }

#define ROUND(row, how, type)                                          \
  {                                                                    \
    unsigned short to;                                                 \
    asm("cvt." how "." type "." type " %0, %1;" : "=h"(to) : "h"(x));  \
    store<row>(out, to);                                               \
  }

extern "C" __global__ void half_rounding(unsigned* out, const unsigned* in) {
  const unsigned bits = in[threadIdx.x];
  // Exponents from 2^-4 to 2^11 of f16, and about as many of bf16.
  unsigned short x = static_cast<unsigned short>((bits & 0x83ffu) | ((bits >> 16 & 15u) + 11u) << 10);
  ROUND(0, "rni", "f16")
  ROUND(1, "rzi", "f16")
  ROUND(2, "rmi", "f16")
  ROUND(3, "rpi", "f16")
  out[8 * 64 + threadIdx.x] = x;
  x = static_cast<unsigned short>((bits & 0x807fu) | ((bits >> 16 & 15u) + 123u) << 7);
  ROUND(4, "rni", "bf16")
  ROUND(5, "rzi", "bf16")
  ROUND(6, "rmi", "bf16")
  ROUND(7, "rpi", "bf16")
  out[9 * 64 + threadIdx.x] = x;
}
