/* lanescope
title   = "Handshake between lanes"
summary = "Even lanes hand a value to odd lanes of their warp, which spin until it is there."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "lane_handshake"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
// Legal since lanes have their own program counters: the lanes that spin do not keep the others from running. n is a
// multiple of BLOCK.
extern "C" __global__ void lane_handshake(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned ready[BLOCK / 2];
  __shared__ unsigned value[BLOCK / 2];
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t, pair = t / 2;
  if (t % 2 == 0) ready[pair] = 0;
  __syncthreads();
  if (t % 2 == 1) {
    while (atomicAdd(&ready[pair], 0u) == 0) {
    }
    __threadfence_block();
    if (i < n) out[i] = value[pair];
  } else {
    value[pair] = in[i] * 3;
    __threadfence_block();
    atomicExch(&ready[pair], 1u);
    if (i < n) out[i] = 0;
  }
}
