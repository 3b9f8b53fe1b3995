/* lanescope
title   = "Keys put into a hash table"
summary = "Each thread looks for a free slot from the place of its key onwards and takes it by compare and swap."

[parameters]
block  = { values = [64, 128, 256, 512], default = 128 }
filled = { values = [25, 50, 75, 90], default = 50 }

[problem]
n = { min = 1, max = 134217728, default = 2000000 }

[let]
slots = "ceil_div(100 * n, filled)"

[buffers]
keys  = { role = "in",    type = "u32", shape = ["n"], fill = "random", below = 4294967295 }
table = { role = "inout", type = "u32", shape = ["slots"], fill = 4294967295 }

[[launch]]
entry     = "hash_insert"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["table", "keys", "n", "slots"]

[work]
bytes = "12 * n"
flops = 0

[timing]
repeatable = false
*/
extern "C" __global__ void hash_insert(unsigned* table, const unsigned* keys, unsigned n, unsigned slots) {
  constexpr unsigned empty = 0xffffffffu;
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const unsigned key = keys[i];
  unsigned slot = __umulhi(key * 2654435761u, slots);
  for (unsigned tried = 0; tried < slots; ++tried) {
    const unsigned held = atomicCAS(&table[slot], empty, key);
    if (held == empty || held == key) return;
    if (++slot == slots) slot = 0;
  }
}
