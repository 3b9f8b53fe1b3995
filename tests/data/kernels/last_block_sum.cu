/* lanescope
title   = "Sum by the last block"
summary = "Every block leaves its sum; the one that finds all others done adds them."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in       = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out      = { role = "out", type = "u32", shape = [1], fill = "poison" }
partial  = { role = "scratch", type = "u32", shape = ["ceil_div(n, block)"], fill = "poison" }
finished = { role = "scratch", type = "u32", shape = [1], fill = "zero" }

[[launch]]
entry     = "last_block_sum"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "partial", "finished", "n"]

[work]
bytes = "8 * n"
flops = 0

[check]
reference = "sum"
output    = "out"
wrap      = true
*/
extern "C" __global__ void last_block_sum(unsigned* out, const unsigned* in, unsigned* partial, unsigned* finished,
                                          unsigned n) {
  __shared__ unsigned sum;
  __shared__ bool last;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  atomicAdd(&sum, i < n ? in[i] : 0u);
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  unsigned total = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) total += __ldcg(&partial[block]);
  out[0] = total;
}
