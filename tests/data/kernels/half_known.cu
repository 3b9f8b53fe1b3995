/* lanescope
title   = "Half known"
summary = "An instruction that the emulator refuses stands behind a store."

[buffers]
out = { role = "out", type = "u32", shape = [2, 128], fill = "zero" }

[[launch]]
entry     = "half_known"
grid      = [2]
block     = [64]
arguments = ["out"]

[work]
bytes = 1024
flops = 0
*/
extern "C" __global__ void half_known(unsigned* out) {
  const unsigned i = blockIdx.x * 64 + threadIdx.x;
  out[i] = i;  // before
  if (i >= 70) asm volatile("discard.global.L2 [%0], 128;" : : "l"(out) : "memory");  // unknown
  out[128 + i] = i;  // behind
}
