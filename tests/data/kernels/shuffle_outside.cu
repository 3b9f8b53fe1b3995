/* lanescope
title   = "Shuffles from outside"
summary = "Lanes that take the value of a lane which gives none."

[parameters]
case = { values = ["inside", "outside_the_mask", "ended", "segments"], default = "inside" }

[problem]
n = { min = 48, max = 48, default = 48 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "shuffle_outside"
grid      = [1]
block     = ["n"]
arguments = ["out", "in"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void shuffle_outside(unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  const unsigned value = in[t];
  unsigned other = 0;
#if CASE == CASE_INSIDE
  if (t < 16) other = __shfl_xor_sync(0x0000ffff, value, 1);
#elif CASE == CASE_OUTSIDE_THE_MASK
  if (t < 16) other = __shfl_down_sync(0x0000ffff, value, 8);
#elif CASE == CASE_ENDED
  // The second warp has 16 lanes.
  other = __shfl_sync(0xffffffff, value, 20);
#else
  if (t < 16) other = __shfl_down_sync(0x0000ffff, value, 8, 16);
#endif
  out[t] = other;
}
