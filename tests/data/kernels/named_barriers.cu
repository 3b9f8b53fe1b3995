/* lanescope
title   = "Named barriers"
summary = "The first warp hands a value to the second at barrier 1 and does not wait. With alone = 1 nobody hands it."

[parameters]
alone = { values = [0, 1], default = 0 }

[problem]
n = { min = 64, max = 64, default = 64 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "named_barriers"
grid      = [1]
block     = [64]
arguments = ["out", "in"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void named_barriers(unsigned* out, const unsigned* in) {
  __shared__ volatile unsigned handed[32];
  const unsigned i = threadIdx.x;
  if (i < 32) {
    handed[i] = in[i];
    __threadfence_block();
    if (!ALONE) asm volatile("bar.arrive 1, 64;" ::: "memory");
    out[i] = in[i];
  } else {
    asm volatile("bar.sync 1, 64;" ::: "memory");
    out[i] = handed[i - 32];
  }
}
