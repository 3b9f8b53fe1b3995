/* lanescope
title   = "Switch"
summary = "Twelve cases, some of which fall through to the next."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "switch_table"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
extern "C" __global__ void switch_table(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  unsigned value = in[i];
  switch (value % 13) {
    case 0: value += 7; break;
    case 1: value *= 3; break;
    case 2: value ^= 0x55555555u; break;
    case 3: value = ~value; break;
    case 4: value = value << 5 | value >> 27; break;
    case 5: value = __popc(value); break;
    case 6: value = __brev(value); break;
    case 7: value -= i; [[fallthrough]];
    case 8: value /= 3; break;
    case 9: value = __clz(value); break;
    case 10: value = __byte_perm(value, i, 0x3175); break;
    case 11: value = value > i ? value - i : i - value; break;
    default: value = 0; break;
  }
  out[i] = value;
}
