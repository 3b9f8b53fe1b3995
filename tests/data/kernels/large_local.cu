/* lanescope
title   = "Much local memory"
summary = "Each thread puts a word into an array of its own, and takes it out again."

[parameters]
block = { values = [32, 1024], default = 32 }
words = { values = [100, 20000], default = 100 }

[problem]
n = { min = 1, max = 1048576, default = 4096 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "large_local"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n", "words - words"]

[work]
bytes = "8 * n"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/
extern "C" __global__ void large_local(unsigned* out, const unsigned* in, unsigned n, unsigned zero) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  unsigned values[WORDS];
  values[in[i] % WORDS] = in[i];
  out[i] = values[in[i] % WORDS + zero];
}
