/* lanescope
title   = "What goes wrong in clusters"
summary = "Each entry makes one mistake with the shared memory or the barrier of its cluster."

[parameters]
mistake = { values = ["no_barrier", "early_end", "gone", "no_such_rank", "too_far", "never_written", "no_arrival", "twice"], default = "no_barrier" }

[buffers]
out = { role = "out", type = "u32", shape = [2, 64] }

[[launch]]
entry     = "cluster_wrong"
grid      = [2]
block     = [64]
arguments = ["out"]

[work]
bytes = 0
flops = 0
*/
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

extern "C" __global__ void __cluster_dims__(2) cluster_wrong(unsigned* out) {
  __shared__ unsigned values[64];
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned t = threadIdx.x, rank = cluster.block_rank();
  if (MISTAKE != MISTAKE_NEVER_WRITTEN) values[t] = t + 1000 * rank;
  if (MISTAKE == MISTAKE_NO_ARRIVAL) cluster.barrier_wait();  // no arrival
  if (MISTAKE == MISTAKE_TWICE) {
    cluster.barrier_arrive();
    cluster.barrier_arrive();  // twice
  }
  if (MISTAKE == MISTAKE_GONE && rank == 0) {
    out[t] = 0;
    return;
  }
  if (MISTAKE == MISTAKE_NO_BARRIER) __syncthreads();
  else if (MISTAKE != MISTAKE_GONE) cluster.sync();
  else for (unsigned n = 0; n < 100000; ++n) __syncthreads();  // longer than the other block lives
  const unsigned other = MISTAKE == MISTAKE_NO_SUCH_RANK ? 2 : 1 - rank;
  const unsigned* theirs = cluster.map_shared_rank(values, other);
  out[rank * 64 + t] = theirs[MISTAKE == MISTAKE_TOO_FAR ? 64 + t : t];  // the other block's
  if (MISTAKE != MISTAKE_EARLY_END && MISTAKE != MISTAKE_GONE) cluster.sync();
}
