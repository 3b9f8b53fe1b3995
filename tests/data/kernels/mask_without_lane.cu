/* lanescope
title   = "Masks without the lane that calls"
summary = "Lanes 16 to 31 call a function of their warp with a mask of lanes 0 to 15."

[parameters]
call    = { values = ["syncwarp", "ballot", "any", "all", "uniform", "shuffle", "up", "down", "butterfly", "match_any", "match_all", "sum", "bits", "elect"], default = "syncwarp" }
mistake = { values = [0, 1], default = 1 }

[buffers]
out = { role = "out", type = "u32", shape = [32] }

[[launch]]
entry     = "mask_without_lane"
grid      = [1]
block     = [32]
arguments = ["out"]

[work]
bytes = 128
flops = 0
*/
extern "C" __global__ void mask_without_lane(unsigned* out) {
  const unsigned t = threadIdx.x, value = t % 3;
  const unsigned mask = t < 16 || MISTAKE ? 0x0000ffffu : 0xffff0000u;
  int same = 0;
#if CALL == CALL_SYNCWARP
  __syncwarp(mask);
  out[t] = value;
#elif CALL == CALL_BALLOT
  out[t] = __ballot_sync(mask, value);
#elif CALL == CALL_ANY
  out[t] = __any_sync(mask, value);
#elif CALL == CALL_ALL
  out[t] = __all_sync(mask, value);
#elif CALL == CALL_UNIFORM
  unsigned holds;
  asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %2, 0; vote.sync.uni.pred q, p, %1; selp.u32 %0, 1, 0, q; }" : "=r"(holds) : "r"(mask), "r"(value));
  out[t] = holds;
#elif CALL == CALL_SHUFFLE
  out[t] = __shfl_sync(mask, value, t);
#elif CALL == CALL_UP
  out[t] = __shfl_up_sync(mask, value, 1, 16);
#elif CALL == CALL_DOWN
  out[t] = __shfl_down_sync(mask, value, 1, 16);
#elif CALL == CALL_BUTTERFLY
  out[t] = __shfl_xor_sync(mask, value, 1);
#elif CALL == CALL_MATCH_ANY
  out[t] = __match_any_sync(mask, value);
#elif CALL == CALL_MATCH_ALL
  out[t] = __match_all_sync(mask, value, &same);
#elif CALL == CALL_SUM
  out[t] = __reduce_add_sync(mask, value);
#elif CALL == CALL_BITS
  out[t] = __reduce_or_sync(mask, value);
#else
  unsigned leader;
  asm volatile("{ .reg .pred p; elect.sync %0|p, %1; }" : "=r"(leader) : "r"(mask));
  out[t] = leader;
#endif
  out[t] += same;
}
