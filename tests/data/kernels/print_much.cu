/* lanescope
title   = "Print much"
summary = "Every thread writes a line of 32 bytes."

[problem]
n = { min = 1, max = 1048576, default = 65536 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "print_much"
grid      = ["ceil_div(n, 256)"]
block     = [256]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/
extern "C" __global__ void print_much(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * 256 + threadIdx.x;
  if (i >= n) return;
  out[i] = in[i];
  printf("thread %8u of this program\n", i);
}
