/* lanescope
title   = "Tiles of several warps"
summary = "cooperative_groups keeps what tiles of more than a warp share in the shared memory that the system reserves."

[buffers]
out = { role = "out", type = "u32", shape = [512], fill = "poison" }

[[launch]]
entry     = "group_tiles"
grid      = [2]
block     = [256]
arguments = ["out"]
*/
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

extern "C" __global__ void __launch_bounds__(256) group_tiles(unsigned* out) {
  __shared__ unsigned mine[256];
  __shared__ cg::block_tile_memory<256> memory;
  const auto block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<128>(block);
  mine[threadIdx.x] = threadIdx.x;
  tile.sync();
  const unsigned any = tile.any(threadIdx.x == 200);
  out[blockIdx.x * 256 + threadIdx.x] = mine[threadIdx.x ^ 64] + 1000 * any + tile.shfl(threadIdx.x, 5) * 10000;
}
