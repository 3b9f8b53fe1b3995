/* lanescope
title   = "Scan by Blelloch"
summary = "Inclusive sums of each block, up a tree and down again."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "scan_blelloch"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
// n is a multiple of BLOCK.
extern "C" __global__ void scan_blelloch(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned tree[BLOCK];
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  const unsigned own = in[i];
  tree[t] = own;
  for (unsigned distance = 1; distance < BLOCK; distance *= 2) {
    __syncthreads();
    const unsigned node = (t + 1) * 2 * distance - 1;
    if (node < BLOCK) tree[node] += tree[node - distance];
  }
  __syncthreads();
  if (t == 0) tree[BLOCK - 1] = 0;
  for (unsigned distance = BLOCK / 2; distance > 0; distance /= 2) {
    __syncthreads();
    const unsigned node = (t + 1) * 2 * distance - 1;
    if (node < BLOCK) {
      const unsigned left = tree[node - distance];
      tree[node - distance] = tree[node];
      tree[node] += left;
    }
  }
  __syncthreads();
  if (i < n) out[i] = tree[t] + own;
}
