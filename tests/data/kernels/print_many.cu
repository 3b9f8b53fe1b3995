/* lanescope
title   = "Print many kinds"
summary = "One thread writes every kind of argument."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "print_many"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/
extern "C" __global__ void print_many(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i < n) out[i] = in[i];
  if (i != 3) return;
  printf("%d %u %x %c|%5d|%-5d|%05d\n", -3, 3u, 0xabcu, 'w', int(i), int(i), int(i));
  printf("%lld %llu %s %f %.2e %g%%\n", -(1ll << 40), 1ull << 40, "text", 1.5f, 12345.678, 0.1);
  printf("no argument\n");
}
