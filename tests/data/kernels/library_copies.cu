/* lanescope
title   = "Bulk copies as the libraries write them"
summary = "cuda::barrier with bytes, cuda::ptx, and the tensor copies of cuda::device::experimental."

[buffers]
in  = { role = "in",  type = "i32", shape = [32, 64], fill = "random" }
out = { role = "out", type = "i32", shape = [32, 64] }

[[launch]]
entry     = "library_copies"
grid      = [2, 4]
block     = [64]
tensor_maps = [
  { name = "from", buffer = "in", sizes = [64, 32], box = [32, 8] },
  { name = "to", buffer = "out", sizes = [64, 32], box = [32, 8] },
]
arguments = ["from", "to", "in"]

[work]
bytes = 0
flops = 0
*/
#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

using Barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;

// Each element plus the first one of its tile, and plus the first of all.
extern "C" __global__ void library_copies(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to,
                                          const int* in) {
  __shared__ alignas(128) int tile[8][32];
  __shared__ alignas(16) int first[4];
  __shared__ alignas(8) unsigned char place[sizeof(Barrier)];
  Barrier& barrier = *reinterpret_cast<Barrier*>(place);
  const int x = blockIdx.x * 32, y = blockIdx.y * 8;
  if (threadIdx.x == 0) {
    init(&barrier, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_global_to_shared(&tile, &from, x, y, barrier);
    cuda::memcpy_async(first, in, cuda::aligned_size_t<16>(sizeof(first)), barrier);
    token = cuda::device::barrier_arrive_tx(barrier, 1, sizeof(tile));
  } else {
    token = barrier.arrive();
  }
  barrier.wait(static_cast<Barrier::arrival_token&&>(token));
  const int added = tile[0][0] + first[0];
  __syncthreads();
  for (int row = 0; row < 8; ++row) {
    if (threadIdx.x < 32) tile[row][threadIdx.x] += added;
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_tensor_2d_shared_to_global(&to, x, y, &tile);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}
