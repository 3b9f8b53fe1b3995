/* lanescope
title   = "Tiles of tensors by the Tensor Memory Accelerator"
summary = "Loads, stores and additions of boxes of one to five dimensions, beyond the edges, with steps and swizzled."

[parameters]
swizzle = { values = ["none", "32b", "64b", "128b"], default = "128b" }
part    = { values = ["all", "tiles", "line", "space", "store", "add"], default = "all" }

[let]
row = "swizzle == swizzle_32b ? 8 : swizzle == swizzle_64b ? 16 : 32"    # elements of 4 bytes in a row of the box

[buffers]
plane  = { role = "in",    type = "u32", shape = [50, 40], fill = "random" }
line   = { role = "in",    type = "f16", shape = [1000], fill = "random" }
space  = { role = "in",    type = "u8",  shape = [3, 4, 5, 6, 32], fill = "random" }
tile   = { role = "out",   type = "u32", shape = [4, 8, 32] }
halves = { role = "out",   type = "f16", shape = [64] }
bytes  = { role = "out",   type = "u8",  shape = [2, 2, 2, 3, 16] }
stored = { role = "inout", type = "u32", shape = [50, 40], fill = "zero" }
added  = { role = "inout", type = "f32", shape = [20, 12], fill = "index" }

[[launch]]
entry     = "tensor_copies"
grid      = [1]
block     = [128]
tensor_maps = [
  { name = "of_plane", buffer = "plane", sizes = [40, 50], box = ["row", 8], swizzle = "{swizzle}" },
  { name = "of_line", buffer = "line", sizes = [1000], box = [64], fill = "zero" },
  { name = "of_space", buffer = "space", sizes = [32, 6, 5, 4, 3], box = [16, 6, 2, 2, 2], element_strides = [1, 2, 1, 1, 1] },
  { name = "of_stored", buffer = "stored", sizes = [40, 50], box = ["row", 8], swizzle = "{swizzle}" },
  { name = "of_added", buffer = "added", sizes = [12, 20], strides = [48], box = [8, 8] },
]
arguments = ["of_plane", "of_line", "of_space", "of_stored", "of_added", "tile", "halves", "bytes", "row"]

[work]
bytes = 0
flops = 0
*/
#include <cuda.h>

// One instruction alone, or all of them.
#define HAS(NAME) (PART == PART_ALL || PART == PART_##NAME)

__device__ unsigned place_of(const void* shared) { return static_cast<unsigned>(__cvta_generic_to_shared(shared)); }

extern "C" __global__ void tensor_copies(const __grid_constant__ CUtensorMap plane, const __grid_constant__ CUtensorMap line,
                                         const __grid_constant__ CUtensorMap space, const __grid_constant__ CUtensorMap stored,
                                         const __grid_constant__ CUtensorMap added, unsigned* tile, unsigned short* halves,
                                         unsigned char* bytes, int row) {
  __shared__ alignas(1024) unsigned boxes[4][8 * 32];
  __shared__ alignas(128) unsigned short values[64];
  __shared__ alignas(128) unsigned char small[384];
  __shared__ alignas(128) float numbers[64];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned t = threadIdx.x, place = place_of(&barrier);
  if (t == 0) {
    asm volatile("prefetch.tensormap [%0];" ::"l"(&plane) : "memory");
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }
  for (unsigned n = t; n < 4 * 256; n += 128) boxes[n / 256][n % 256] = PART == PART_STORE ? 1 + n : 0;
  if (t < 64) values[t] = 0;
  for (unsigned n = t; n < 384; n += 128) small[n] = 0;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    const unsigned expected = (HAS(TILES) ? 4 * row * 8 * 4 : 0) + (HAS(LINE) ? 128 : 0) + (HAS(SPACE) ? 384 : 0);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(place), "r"(expected) : "memory");
    // In the plane, at multiples of 16 bytes: inside, beyond the lower left corner, beyond the upper right one, and outside altogether.
    const int x[] = {4, -4, 36, 100}, y[] = {5, -3, 46, 2};
    for (unsigned n = 0; n < 4 && HAS(TILES); ++n) {
      asm volatile(
          "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
              place_of(boxes[n])),
          "l"(&plane), "r"(x[n]), "r"(y[n]), "r"(place)
          : "memory");
    }
    if (HAS(LINE)) {
      asm volatile("cp.async.bulk.tensor.1d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2}], [%3];" ::"r"(
                       place_of(values)),
                   "l"(&line), "r"(968), "r"(place)
                   : "memory");
    }
    if (HAS(SPACE)) {
      asm volatile(
          "cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4, %5, %6}], "
          "[%7];" ::"r"(place_of(small)),
          "l"(&space), "r"(16), "r"(1), "r"(2), "r"(3), "r"(1), "r"(place)
          : "memory");
    }
  }
  asm volatile("{ .reg .pred done; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0; @!done bra AGAIN; }" ::"r"(
                   place)
               : "memory");
  for (unsigned n = t; n < 4 * 256; n += 128) tile[n] = boxes[n / 256][n % 256];
  if (t < 64) halves[t] = values[t];
  for (unsigned n = t; n < 384; n += 128) bytes[n] = small[n];

  if (t < 64) numbers[t] = 0.5f * t;
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    if (HAS(STORE)) {
      asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&stored),
                   "r"(12), "r"(45), "r"(place_of(boxes[0]))
                   : "memory");
    }
    if (HAS(ADD)) {
      asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(
                       &added),
                   "r"(8), "r"(14), "r"(place_of(numbers))
                   : "memory");
    }
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}
