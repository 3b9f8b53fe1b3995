/* lanescope
title   = "A pipeline of tiles for a whole cluster"
summary = "One warp loads tiles of both matrices by TMA, each for all blocks of the cluster; the others multiply and give the stages back."

[parameters]
stages = { values = [1, 2, 3], default = 2 }
mistake = { values = ["none", "no_release", "own_release"], default = "none" }

[problem]
k = { min = 32, max = 512, default = 160 }

[buffers]
a = { role = "in",  type = "f32", shape = [64, "k"], fill = "index" }
b = { role = "in",  type = "f32", shape = [64, "k"], fill = "index" }
c = { role = "out", type = "f32", shape = [64, 64] }

[[launch]]
entry     = "tile_pipeline"
grid      = [2, 2]
cluster   = [2, 1]
block     = [96]
tensor_maps = [
  { name = "of_a", buffer = "a", sizes = ["k", 64], box = [32, 16], swizzle = "128b" },
  { name = "of_b", buffer = "b", sizes = ["k", 64], box = [32, 32], swizzle = "128b" },
]
arguments = ["of_a", "of_b", "c", "k"]

[work]
bytes = 0
flops = "2 * 64 * 64 * k"
*/
#include <cuda.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ unsigned place_of(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }
__device__ void wait(unsigned barrier, unsigned parity) {
  asm volatile(
      "{ .reg .pred done; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1; @!done bra AGAIN; }" ::"r"(
          barrier), "r"(parity) : "memory");
}
__device__ void release(unsigned barrier, unsigned rank) {
  asm volatile(
      "{ .reg .b32 remote; mapa.shared::cluster.u32 remote, %0, %1; mbarrier.arrive.shared::cluster.b64 _, [remote]; }" ::"r"(
          barrier), "r"(rank) : "memory");
}
__device__ void load(void* to, const CUtensorMap& map, int x, int y, unsigned barrier, unsigned short blocks) {
  asm volatile(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster.L2::cache_hint [%0], [%1, "
      "{%2, %3}], [%4], %5, %6;" ::"r"(place_of(to)), "l"(&map), "r"(x), "r"(y), "r"(barrier), "h"(blocks),
      "l"(0x14F0000000000000ull) : "memory");
}
/// An element of a tile with rows of 128 bytes that is swizzled.
__device__ float element(const float* tile, int x, int y) { return tile[y * 32 + (x ^ (y % 8) * 4)]; }

// Blocks of a cluster share the rows of a: each loads half of them for both. Columns of b are the block's own.
extern "C" __global__ void tile_pipeline(const __grid_constant__ CUtensorMap of_a, const __grid_constant__ CUtensorMap of_b,
                                         float* c, int k) {
  __shared__ alignas(1024) float a[STAGES][32 * 32], b[STAGES][32 * 32];
  __shared__ alignas(8) unsigned long long full[STAGES], empty[STAGES];
  const unsigned rank = cg::this_cluster().block_rank(), warp = threadIdx.x / 32;
  if (threadIdx.x == 0) {
    for (int stage = 0; stage < STAGES; ++stage) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place_of(&full[stage])));
      // The two warps of both blocks that read what this block loads.
      asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(place_of(&empty[stage])),
                   "r"(MISTAKE == MISTAKE_OWN_RELEASE ? 2 : 4));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  cg::this_cluster().sync();
  const int tiles = (k + 31) / 32;
  if (warp == 2) {
    if (threadIdx.x % 32 == 0) {
      for (int tile = 0; tile < tiles; ++tile) {
        const int stage = tile % STAGES, round = tile / STAGES;
        if (MISTAKE != MISTAKE_NO_RELEASE && round > 0) wait(place_of(&empty[stage]), (round - 1) & 1);
        const unsigned barrier = place_of(&full[stage]);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(2 * 32 * 32 * 4) : "memory");
        load(a[stage] + rank * 16 * 32, of_a, tile * 32, blockIdx.y * 32 + rank * 16, barrier, 3);
        load(b[stage], of_b, tile * 32, blockIdx.x * 32, barrier, static_cast<unsigned short>(1 << rank));
      }
    }
    __syncwarp();
  } else {
    float sums[16] = {};
    for (int tile = 0; tile < tiles; ++tile) {
      const int stage = tile % STAGES, round = tile / STAGES;
      wait(place_of(&full[stage]), round & 1);
      for (int x = 0; x < 32; ++x) {
        const float right = element(b[stage], x, threadIdx.x % 32);
        for (int row = 0; row < 16; ++row) sums[row] += element(a[stage], x, warp * 16 + row) * right;
      }
      __syncwarp();
      if (threadIdx.x % 32 == 0) {
        release(place_of(&empty[stage]), rank);
        if (MISTAKE != MISTAKE_OWN_RELEASE) release(place_of(&empty[stage]), 1 - rank);
      }
    }
    for (int row = 0; row < 16; ++row) {
      c[(blockIdx.y * 32 + warp * 16 + row) * 64 + blockIdx.x * 32 + threadIdx.x % 32] = sums[row];
    }
  }
  cg::this_cluster().sync();
}
