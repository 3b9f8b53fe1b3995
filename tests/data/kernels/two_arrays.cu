/* lanescope
title   = "Two arrays side by side"
summary = "An index that is right for one array leaves the other."

[parameters]
case = { values = ["inside", "behind", "before", "chosen"], default = "inside" }

[problem]
n = { min = 64, max = 64, default = 64 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "two_arrays"
grid      = [1]
block     = ["n"]
arguments = ["out", "in"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void two_arrays(unsigned* out, const unsigned* in) {
  __shared__ unsigned first[32];
  __shared__ unsigned second[64];
  const unsigned t = threadIdx.x;
  if (t < 32) first[t] = in[t];
  second[t] = in[t];
  __syncthreads();
#if CASE == CASE_INSIDE
  out[t] = first[t / 2] + second[t];
#elif CASE == CASE_BEHIND
  out[t] = first[t] + second[t];  // all 64 threads
#elif CASE == CASE_BEFORE
  out[t] = first[t / 2] + second[static_cast<int>(t) - 1];
#else
  const unsigned* const either = t % 2 == 0 ? first : second;
  out[t] = either[t / 2];
#endif
}
