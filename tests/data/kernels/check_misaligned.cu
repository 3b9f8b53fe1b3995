/* lanescope
title   = "Misaligned"
summary = "A load of 4 bytes from an address that is no multiple of 4. With fault = 0 it does not."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
fault = { values = [0, 1], default = 1 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "check_misaligned"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void check_misaligned(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  const char* const bytes = reinterpret_cast<const char*>(in);
  if (i < n) out[i] = *reinterpret_cast<const unsigned*>(bytes + 4 * i + (FAULT && i == 6 ? 2 : 0));
}
