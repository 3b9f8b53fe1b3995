/* lanescope
title   = "Shared memory of the whole cluster"
summary = "Blocks of a cluster read, write and count in each other's shared memory, and know their places."

[parameters]
cluster_x = { values = [1, 2, 4], default = 4 }
cluster_y = { values = [1, 2], default = 2 }

[problem]
blocks_x = { min = 4, max = 64, default = 8 }

[buffers]
in     = { role = "in",  type = "u32", shape = [2, "blocks_x", 64], fill = "random" }
next   = { role = "out", type = "u32", shape = [2, "blocks_x", 64] }
sums   = { role = "out", type = "u32", shape = [2, "blocks_x"] }
places = { role = "out", type = "u32", shape = [2, "blocks_x", 16] }

[[launch]]
entry     = "cluster_shared"
grid      = ["blocks_x", 2]
cluster   = ["cluster_x", "cluster_y"]
block     = [64]
arguments = ["next", "sums", "places", "in"]

[work]
bytes = 0
flops = 0
*/
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

// next: the values of the block whose rank is one higher. sums: rank 0 of each cluster collects what all blocks add to its
// counters, and gives each block its own.
extern "C" __global__ void cluster_shared(unsigned* next, unsigned* sums, unsigned* places, const unsigned* in) {
  __shared__ unsigned values[64];
  __shared__ unsigned counters[16];
  __shared__ unsigned from_above;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = threadIdx.x, rank = cluster.block_rank(), blocks = cluster.num_blocks();
  const unsigned block = blockIdx.y * gridDim.x + blockIdx.x;
  values[t] = in[block * 64 + t];
  if (t < 16) counters[t] = 0;
  cluster.sync();

  const unsigned* above = cluster.map_shared_rank(values, (rank + 1) % blocks);
  next[block * 64 + t] = above[63 - t];
  atomicAdd(cluster.map_shared_rank(&counters[rank], 0), values[t]);
  if (t == 0) *cluster.map_shared_rank(&from_above, (rank + blocks - 1) % blocks) = rank;
  cluster.barrier_arrive();
  const unsigned own_rank = cluster.query_shared_rank(above);
  cluster.barrier_wait();

  if (t == 0) {
    sums[block] = *cluster.map_shared_rank(&counters[rank], 0);
    unsigned* to = places + block * 16;
    const dim3 index = cluster.block_index(), extent = cluster.dim_blocks();
    to[0] = rank;
    to[1] = blocks;
    to[2] = index.x;
    to[3] = index.y;
    to[4] = extent.x;
    to[5] = extent.y;
    to[6] = own_rank;
    to[7] = from_above;
    to[8] = cluster.thread_rank();
    to[9] = cluster.num_threads();
    asm("mov.u32 %0, %%clusterid.x;" : "=r"(to[10]));
    asm("mov.u32 %0, %%clusterid.y;" : "=r"(to[11]));
    asm("mov.u32 %0, %%nclusterid.x;" : "=r"(to[12]));
    asm("mov.u32 %0, %%nclusterid.y;" : "=r"(to[13]));
    asm("{ .reg .pred p; mov.pred p, %%is_explicit_cluster; selp.u32 %0, 1, 0, p; }" : "=r"(to[14]));
    asm("{ .reg .pred p, q; .reg .u64 a; mov.u64 a, %1; isspacep.shared::cluster p, a; isspacep.shared::cta q, a; "
        "selp.u32 %0, 1, 0, p; @q add.u32 %0, %0, 2; }"
        : "=r"(to[15])
        : "l"(above));
  }
  cluster.sync();
}
