/* lanescope
title   = "Binary search in a sorted table"
summary = "Each thread halves a sorted table until it has the place of its key; every read waits for the one before."

[parameters]
block = { values = [64, 128, 256, 512], default = 256 }
each  = { values = [1, 2, 4], default = 1 }

[problem]
n     = { min = 1, max = 67108864, default = 2000000 }
table = { min = 1, max = 16777216, default = 1000000 }

[buffers]
keys  = { role = "in",  type = "u32", shape = ["n"], fill = "random", below = "3 * table" }
held  = { role = "in",  type = "u32", shape = ["table"], fill = "index", step = 3 }
place = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "binary_search"
grid      = ["ceil_div(n, block * each)"]
block     = ["block"]
arguments = ["place", "keys", "held", "n", "table"]

[work]
bytes = "8 * n + 4 * table"
flops = 0

[check]
same_as = "place_of_key"
output  = "place"
exact   = true
*/
extern "C" __global__ void binary_search(unsigned* place, const unsigned* keys, const unsigned* held, unsigned n,
                                         unsigned table) {
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = first + i * BLOCK;
    if (at >= n) return;
    const unsigned key = keys[at];
    unsigned low = 0, high = table;  // the number of elements below the key lies between the two
    while (low < high) {
      const unsigned middle = (low + high) / 2;
      if (held[middle] < key)
        low = middle + 1;
      else
        high = middle;
    }
    place[at] = low;
  }
}

extern "C" __global__ void place_of_key(unsigned* place, const unsigned* keys, const unsigned*, unsigned n,
                                        unsigned table) {
  const unsigned first = blockIdx.x * BLOCK * EACH + threadIdx.x;
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = first + i * BLOCK;
    if (at < n) place[at] = min((keys[at] + 2) / 3, table);  // the table is 0, 3, 6, ...
  }
}
