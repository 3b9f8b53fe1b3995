/* lanescope
title   = "A ring of tiles that are copied ahead"
summary = "While a block computes with one tile in shared memory, the next tiles are on their way (cp.async)."

[parameters]
block  = { values = [64, 128, 256], default = 128 }
stages = { values = [1, 2, 3, 4, 8], default = 3 }
terms  = { values = [1, 16, 64], default = 16 }

[problem]
fours  = { min = 1, max = 67108864, default = 4000000 }
blocks = { min = 1, max = 65536, default = 528 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["4 * fours"], fill = "random" }
out = { role = "out", type = "f32", shape = ["4 * fours"], fill = "poison" }

[[launch]]
entry     = "copy_ring"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in", "fours"]

[work]
bytes = "32 * fours"
flops = "8 * terms * fours"

[check]
same_as = "copy_ring_plain"
output  = "out"
exact   = true
*/
__device__ inline float series(float x) {
  float sum = 1;
#pragma unroll
  for (int i = 0; i < TERMS; ++i) sum = fmaf(sum, x, 1.0f / (i + 1));
  return sum;
}

__device__ inline float4 series(float4 x) {
  return {series(x.x), series(x.y), series(x.z), series(x.w)};
}

/// Copies 16 bytes to shared memory when they are `there`, else zeros.
__device__ inline void copy_ahead(float4* to, const float4* from, bool there) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(address), "l"(from), "r"(there ? 16 : 0)
               : "memory");
}

extern "C" __global__ void copy_ring(float4* out, const float4* in, unsigned fours) {
  __shared__ float4 ring[STAGES][BLOCK];
  const unsigned tiles = (fours + BLOCK - 1) / BLOCK;
  const auto fetch = [&](unsigned tile, unsigned stage) {
    const unsigned at = tile * BLOCK + threadIdx.x;
    if (tile < tiles) copy_ahead(&ring[stage][threadIdx.x], in + min(at, fours - 1), at < fours);
    asm volatile("cp.async.commit_group;" ::: "memory");
  };
  for (int stage = 0; stage < STAGES - 1; ++stage) fetch(blockIdx.x + stage * gridDim.x, stage);
  unsigned stage = 0;
  for (unsigned tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    fetch(tile + (STAGES - 1) * gridDim.x, (stage + STAGES - 1) % STAGES);
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 1) : "memory");
    __syncthreads();
    // Each thread takes what its neighbour has fetched, in the order that the tile has in memory.
    const unsigned other = threadIdx.x ^ 1, at = tile * BLOCK + other;
    if (at < fours) out[at] = series(ring[stage][other]);
    __syncthreads();
    stage = (stage + 1) % STAGES;
  }
}

extern "C" __global__ void copy_ring_plain(float4* out, const float4* in, unsigned fours) {
  for (unsigned at = blockIdx.x * BLOCK + threadIdx.x; at < fours; at += gridDim.x * BLOCK) out[at] = series(in[at]);
}
