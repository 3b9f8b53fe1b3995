/* lanescope
title   = "Addresses far from all buffers"
summary = "Which buffer an address was meant for follows from the parameter that it was computed from, not from what lies near."

[parameters]
case = { values = ["wrapped_index", "garbage", "before", "copied", "across", "shared_across"], default = "wrapped_index" }

[buffers]
in   = { role = "in", type = "u32", shape = [64] }
rest = { role = "in", type = "u32", shape = [64] }
out  = { role = "out", type = "u32", shape = [64], fill = "poison" }

[[launch]]
entry     = "far_addresses"
grid      = [1]
block     = [64]
arguments = ["in", "rest", "out"]
*/
extern "C" __global__ void far_addresses(const unsigned* in, const unsigned* rest, unsigned* out) {
  const unsigned t = threadIdx.x;
#if CASE == CASE_WRAPPED_INDEX
  const unsigned from = t - 40;  // wraps around below 40
  out[t] = in[from];
#elif CASE == CASE_GARBAGE
  const unsigned long long address = 0x7f1234567000ull + 4 * t;
  out[t] = *reinterpret_cast<const unsigned*>(address);
#elif CASE == CASE_BEFORE
  out[t] = rest[static_cast<long long>(t) - 3000000000ll];
#elif CASE == CASE_ACROSS
  out[t] = *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(in + 63) + 1);
#elif CASE == CASE_SHARED_ACROSS
  __shared__ unsigned tile[64];
  tile[t] = in[t];
  __syncthreads();
  out[t] = *reinterpret_cast<const unsigned*>(reinterpret_cast<const char*>(tile + 63) + 1);
#else
  __shared__ unsigned tile[64];
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(tile + t))),
               "l"(in + t + (1ull << 30))
               : "memory");
  asm volatile("cp.async.wait_all;" ::: "memory");
  out[t] = tile[t];
#endif
}
