/* lanescope
title   = "Bulk asynchronous copies in all directions"
summary = "Copies of many bytes: to shared memory with an mbarrier, to several blocks, between blocks, and back in groups."

[buffers]
in      = { role = "in",    type = "u32", shape = [4, 256], fill = "random" }
reversed = { role = "out",  type = "u32", shape = [4, 256] }
spread  = { role = "out",   type = "u32", shape = [4, 256] }
passed  = { role = "out",   type = "u32", shape = [4, 256] }
sums    = { role = "inout", type = "u32", shape = [256], fill = "index" }
words   = { role = "out",   type = "u32", shape = [4, 8] }

[[launch]]
entry     = "bulk_copies"
grid      = [4]
cluster   = [2]
block     = [64]
arguments = ["reversed", "spread", "passed", "sums", "words", "in"]

[work]
bytes = 0
flops = 0
*/
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__device__ unsigned place_of(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }
__device__ unsigned in_block(unsigned place, unsigned rank) {
  asm("mapa.shared::cluster.u32 %0, %0, %1;" : "+r"(place) : "r"(rank));
  return place;
}
__device__ void expect(unsigned barrier, unsigned bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
__device__ void wait(unsigned barrier, unsigned parity) {
  asm volatile(
      "{ .reg .pred done; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1; @!done bra AGAIN; }" ::"r"(
          barrier),
      "r"(parity)
      : "memory");
}

extern "C" __global__ void bulk_copies(unsigned* reversed, unsigned* spread, unsigned* passed, unsigned* sums,
                                       unsigned* words, const unsigned* in) {
  __shared__ alignas(128) unsigned tile[256], of_cluster[2][128], from_other[256];
  __shared__ alignas(16) unsigned small[8];
  __shared__ alignas(8) unsigned long long barriers[4];
  const unsigned t = threadIdx.x, block = blockIdx.x, rank = cg::this_cluster().block_rank();
  if (t == 0) {
    for (unsigned n = 0; n < 4; ++n) {
      asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place_of(&barriers[n])));
    }
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  if (t < 8) small[t] = t;
  cg::this_cluster().sync();

  // One row to this block.
  const unsigned own = place_of(&barriers[0]), shared = place_of(&barriers[1]), handed = place_of(&barriers[2]),
                 few = place_of(&barriers[3]);
  if (t == 0) {
    expect(own, 1024);
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(in + block * 256), "r"(1024));
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     place_of(tile)),
                 "l"(in + block * 256), "r"(1024), "r"(own)
                 : "memory");
    // Each block of the cluster sends half a row to both.
    expect(shared, 1024);
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
            place_of(of_cluster[rank])),
        "l"(in + block * 256 + 128), "r"(512), "r"(shared), "h"(static_cast<unsigned short>(3))
        : "memory");
    expect(handed, 1024);
    expect(few, 12);
  }
  wait(own, 0);
  for (unsigned n = t; n < 256; n += 64) reversed[block * 256 + n] = tile[255 - n];

  // This block's row to the other one.
  if (t == 0) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     in_block(place_of(from_other), 1 - rank)),
                 "r"(place_of(tile)), "r"(1024), "r"(in_block(handed, 1 - rank))
                 : "memory");
    const unsigned to = in_block(place_of(small), 1 - rank), counts = in_block(few, 1 - rank);
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%0], {%1, %2}, [%3];" ::"r"(to),
                 "r"(100 + block), "r"(200 + block), "r"(counts)
                 : "memory");
    asm volatile(
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(to + 8),
        "r"(1000 * (block + 1)), "r"(counts)
        : "memory");
  }
  wait(shared, 0);
  for (unsigned n = t; n < 256; n += 64) spread[block * 256 + n] = of_cluster[n / 128][n % 128];
  wait(handed, 0);
  wait(few, 0);
  if (t < 8) words[block * 8 + t] = small[t];

  // Back to global memory: the row as it came, and added to the sums of all blocks.
  for (unsigned n = t; n < 256; n += 64) from_other[n] ^= 1;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(passed + block * 256),
                 "r"(place_of(from_other)), "r"(1024)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%0], [%1], %2;" ::"l"(sums),
                 "r"(place_of(from_other)), "r"(1024)
                 : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
  __syncthreads();
  for (unsigned n = t; n < 256; n += 64) from_other[n] = 0;
  cg::this_cluster().sync();
}
