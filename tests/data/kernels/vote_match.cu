/* lanescope
title   = "Votes and matches"
summary = "What the lanes of a warp find out about each other."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [7, "n"], fill = "poison" }

[[launch]]
entry     = "vote_match"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
// n is a multiple of BLOCK. Needs compute capability 8.0 for the reductions.
extern "C" __global__ void vote_match(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  const unsigned all = 0xffffffffu, value = in[i] % 5;
  out[i] = __ballot_sync(all, value < 2);
  out[n + i] = __any_sync(all, value == 4) * 2 + __all_sync(all, value < 4);
  out[2 * n + i] = __match_any_sync(all, value);
  int same = 0;
  out[3 * n + i] = __match_all_sync(all, value / 5, &same) + same;
  out[4 * n + i] = __reduce_add_sync(all, value) * 100 + __reduce_max_sync(all, value) * 10 + __reduce_min_sync(all, value);
  out[5 * n + i] = __reduce_xor_sync(all, in[i]);
  const unsigned few = __ballot_sync(all, value < 2);
  if (value < 2) {
    out[6 * n + i] = __reduce_or_sync(__match_any_sync(few, value), in[i]);
  } else {
    out[6 * n + i] = 0;
  }
}
