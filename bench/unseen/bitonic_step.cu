/* lanescope
title   = "A step of a bitonic sort in global memory"
summary = "Each thread compares keys that lie a power of two apart and swaps them, with what belongs to them."

[parameters]
block   = { values = [64, 128, 256, 512], default = 256 }
each    = { values = [1, 2, 4], default = 1 }
payload = { values = ["none", "index"], default = "none" }

[problem]
n     = { min = 2, max = 268435456, default = 4194304 }
run   = { min = 2, max = 268435456, default = 65536 }
apart = { min = 1, max = 134217728, default = 4096 }

[let]
keys     = "pow2(log2(n))"
sorted   = "pow2(log2(min(run, keys)))"
distance = "pow2(log2(min(apart, sorted / 2)))"

[buffers]
key   = { role = "inout", type = "u32", shape = ["keys"], fill = "random" }
value = { role = "inout", type = "u32", shape = ["keys"], fill = "index" }

[[launch]]
entry     = "bitonic_step"
grid      = ["ceil_div(keys / 2, block * each)"]
block     = ["block"]
arguments = ["key", "value", "keys / 2", "distance", "sorted"]

[work]
bytes = "(payload == payload_index ? 16 : 8) * keys"
flops = 0

[check]
same_as = "bitonic_plain"
output  = "key"
exact   = true

[timing]
repeatable = false
*/
extern "C" __global__ void bitonic_step(unsigned* key, unsigned* value, unsigned pairs, unsigned distance,
                                        unsigned sorted) {
#pragma unroll
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned pair = (blockIdx.x * EACH + i) * BLOCK + threadIdx.x;
    if (pair >= pairs) return;
    const unsigned low = 2 * pair - (pair & (distance - 1)), high = low + distance;
    const unsigned left = key[low], right = key[high];
    // Runs rise and fall in turns.
    if ((left > right) != ((low & sorted) == 0)) continue;
    key[low] = right;
    key[high] = left;
#if PAYLOAD == PAYLOAD_INDEX
    const unsigned kept = value[low];
    value[low] = value[high];
    value[high] = kept;
#endif
  }
}

extern "C" __global__ void bitonic_plain(unsigned* key, unsigned* value, unsigned pairs, unsigned distance,
                                         unsigned sorted) {
  for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < 2 * pairs; i += gridDim.x * BLOCK) {
    if (i / distance % 2 == 1) continue;
    const unsigned least = min(key[i], key[i + distance]), most = max(key[i], key[i + distance]);
    const bool rises = i / sorted % 2 == 0;
    key[i] = rises ? least : most;
    key[i + distance] = rises ? most : least;
  }
}
