/* lanescope
title   = "Dynamic shared memory"
summary = "Two arrays in memory whose size the launch gives; each block turns its elements round."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "dynamic_shared"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]
shared_bytes = "block * 6"

[work]
bytes = "8 * n"
flops = 0
*/
// n is a multiple of the block.
extern "C" __global__ void dynamic_shared(unsigned* out, const unsigned* in, unsigned n) {
  extern __shared__ unsigned words[];
  unsigned short* const order = reinterpret_cast<unsigned short*>(words + blockDim.x);
  const unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  words[t] = in[i];
  order[t] = static_cast<unsigned short>(blockDim.x - 1 - t);
  __syncthreads();
  if (i < n) out[i] = words[order[t]];
}
