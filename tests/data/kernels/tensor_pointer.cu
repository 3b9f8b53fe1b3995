/* lanescope
title   = "A tensor map by its address"
summary = "The kernel takes the address of a tensor map in global memory, and a policy of the L2 cache."

[buffers]
in  = { role = "in",  type = "f64", shape = [6, 10, 8], fill = "random" }
out = { role = "out", type = "f64", shape = [4, 4, 4] }

[[launch]]
entry     = "tensor_pointer"
grid      = [1]
block     = [64]
tensor_maps = [{ name = "box", buffer = "in", sizes = [8, 10, 4], box = [4, 4, 4], strides = [64, 640], offset = 80, l2_promotion = "128b" }]
arguments = ["box", "out"]

[work]
bytes = 0
flops = 0
*/
#include <cuda.h>

extern "C" __global__ void tensor_pointer(const CUtensorMap* box, double* out) {
  __shared__ alignas(128) double values[64];
  __shared__ alignas(8) unsigned long long barrier;
  const unsigned place = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  if (threadIdx.x == 0) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(place));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 512;" ::"r"(place) : "memory");
    unsigned long long policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile(
        "cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3, %4}], "
        "[%5], %6;" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(values))),
        "l"(box), "r"(2), "r"(7), "r"(-1), "r"(place), "l"(policy)
        : "memory");
  }
  __syncthreads();
  asm volatile("{ .reg .pred done; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0; @!done bra AGAIN; }" ::"r"(
                   place)
               : "memory");
  out[threadIdx.x] = values[threadIdx.x];
}
