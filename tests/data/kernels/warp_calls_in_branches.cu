/* lanescope
title   = "Warp functions in both branches"
summary = "The lanes of a warp call the same function with the same mask at two places, and give each other values."

[parameters]
call   = { values = ["shuffle", "up", "down", "butterfly", "ballot", "any", "all", "match_any", "match_wide", "match_all", "sum", "largest", "bits", "elect"], default = "shuffle" }
differ = { values = ["nothing", "qualifier", "mask"], default = "nothing" }

[buffers]
branches = { role = "scratch", type = "u32", shape = [64], fill = "poison" }
together = { role = "out",     type = "u32", shape = [64] }

[[launch]]
entry     = "warp_calls_in_branches"
grid      = [1]
block     = [64]
arguments = ["branches", "together"]

[work]
bytes = 512
flops = 0
*/
__device__ __forceinline__ unsigned call(unsigned mask, unsigned value, unsigned by) {
  [[maybe_unused]] int same = 0;
#if CALL == CALL_SHUFFLE
  return __shfl_sync(mask, value, threadIdx.x * by + 5);
#elif CALL == CALL_UP
  return __shfl_up_sync(mask, value, by);
#elif CALL == CALL_DOWN
  return __shfl_down_sync(mask, value, by);
#elif CALL == CALL_BUTTERFLY
  return __shfl_xor_sync(mask, value, 16);
#elif CALL == CALL_BALLOT
  return __ballot_sync(mask, by == 3 ? value % 4 == 0 : value % 4 != 0);
#elif CALL == CALL_ANY
  return __any_sync(mask, by == 3 ? value == 1000 : !(value != 155));
#elif CALL == CALL_ALL
  return __all_sync(mask, by == 3 ? value < 1000 : !(value == 155));
#elif CALL == CALL_MATCH_ANY
  return __match_any_sync(mask, value % 4);
#elif CALL == CALL_MATCH_WIDE
  return __match_any_sync(mask, value % 4 + (1ull << 40));
#elif CALL == CALL_MATCH_ALL
  return __match_all_sync(mask, value / 1000, &same) + same;
#elif CALL == CALL_SUM
  return __reduce_add_sync(mask, value);
#elif CALL == CALL_LARGEST
  return __reduce_max_sync(mask, value);
#elif CALL == CALL_BITS
  return __reduce_or_sync(mask, value);
#else
  unsigned leader, elected;
  asm volatile("{ .reg .pred p; elect.sync %0|p, %2; selp.u32 %1, 1, 0, p; }" : "=r"(leader), "=r"(elected) : "r"(mask));
  return 2 * leader + elected;
#endif
}

extern "C" __global__ void warp_calls_in_branches(unsigned* branches, unsigned* together) {
  const unsigned t = threadIdx.x, lane = t % 32;
  const unsigned all = DIFFER == DIFFER_MASK && lane % 3 == 0 ? 0x7fffffffu : 0xffffffffu;
  if (lane % 3 == 0) {
    branches[t] = call(all, t * 3, 3) * 2;
  } else {
#if DIFFER == DIFFER_QUALIFIER
    branches[t] = CALL == CALL_UP ? __shfl_down_sync(all, t * 5, 1) : __all_sync(all, t == 5);
#else
    branches[t] = call(all, t * 5, 1) * 7;
#endif
  }
#if DIFFER == DIFFER_NOTHING
  together[t] = call(all, t * (lane % 3 == 0 ? 3 : 5), lane % 3 == 0 ? 3 : 1) * (lane % 3 == 0 ? 2 : 7);
#else
  together[t] = 0;
#endif
}
