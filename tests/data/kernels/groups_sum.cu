/* lanescope
title   = "Sums of cooperative groups"
summary = "Each tile of a block adds its elements, and the block adds the tiles."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
tile  = { values = [4, 16, 32], default = 16 }

[problem]
n = { min = 1, max = 1048576, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = [2, "n"], fill = "poison" }

[[launch]]
entry     = "groups_sum"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
#include <cooperative_groups.h>
namespace groups = cooperative_groups;

// n is a multiple of BLOCK. Row 0: the sum of the tile at each of its threads; row 1: of the block.
extern "C" __global__ void groups_sum(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned sums[BLOCK / TILE];
  const groups::thread_block block = groups::this_thread_block();
  const groups::thread_block_tile<TILE> tile = groups::tiled_partition<TILE>(block);
  const unsigned i = blockIdx.x * BLOCK + block.thread_rank();
  unsigned sum = in[i];
  for (unsigned distance = tile.size() / 2; distance > 0; distance /= 2) sum += tile.shfl_xor(sum, distance);
  out[i] = sum;
  if (tile.thread_rank() == 0) sums[tile.meta_group_rank()] = sum;
  block.sync();
  unsigned all = 0;
  for (unsigned k = 0; k < tile.meta_group_size(); ++k) all += sums[k];
  out[n + i] = all;
}
