// Shuffles, votes, matches, barriers, atomics of every kind, asynchronous copies, cooperative groups.
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace groups = cooperative_groups;

extern "C" __global__ void warp_functions(int* out, float* real, double* wide) {
  const unsigned mask = __activemask();
  int v = out[threadIdx.x];
  v += __shfl_sync(mask, v, 3) + __shfl_up_sync(mask, v, 1, 16) + __shfl_down_sync(0xffffffff, v, 2) + __shfl_xor_sync(mask, v, 16);
  wide[0] = __shfl_sync(mask, wide[1], 2);
  v += __any_sync(mask, v > 1) + __all_sync(mask, v < 100) + __ballot_sync(mask, v & 1) + __popc(__match_any_sync(mask, v));
  int predicate;
  v += __match_all_sync(mask, v, &predicate) + predicate;
#if __CUDA_ARCH__ >= 800
  v += __reduce_add_sync(mask, v) + __reduce_max_sync(mask, v) + __reduce_xor_sync(mask, static_cast<unsigned>(v));
#endif
  __syncwarp();
  __syncwarp(mask);
  v += __syncthreads_count(v) + __syncthreads_and(v > 2) + __syncthreads_or(v);
  real[0] = __shfl_xor_sync(mask, real[1], 1);
  out[threadIdx.x] = v + __isGridConstant(out);
}

extern "C" __global__ void atomics(int* i, unsigned* u, unsigned long long* w, float* f, double* d, __half2* h, unsigned short* s, float4* v) {
  __shared__ int shared;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  atomicAdd(&shared, 1);
  i[1] = atomicSub(i, 2) + atomicExch(i + 3, 4) + atomicMin(i + 5, 6) + atomicMax(i + 7, 8);
  u[1] = atomicInc(u, 9) + atomicDec(u + 2, 10) + atomicCAS(u + 3, 11, 12) + atomicAnd(u + 4, 13) + atomicOr(u, 14) + atomicXor(u, 15);
  w[0] = atomicAdd(w + 1, 1ull) + atomicCAS(w + 2, 1ull, 2ull) + atomicMax(w, 3ull);
  f[0] = atomicAdd(f + 1, 0.5f) + atomicExch(f + 2, 1.5f);
  d[0] = atomicAdd(d + 1, 0.25);
  atomicAdd(h, __float2half2_rn(1.0f));
  s[0] = atomicCAS(s + 1, static_cast<unsigned short>(3), static_cast<unsigned short>(4));
  atomicAdd_block(i, 1);
  atomicAdd_system(i, shared);
  atomicMax(&shared, 3);
  shared = atomicCAS(&shared, 1, 2);
#if __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ >= 12
  atomicAdd(v, make_float4(1, 2, 3, 4));
#endif
}

extern "C" __global__ void grouped(int* out, const int4* in) {
  const auto block = groups::this_thread_block();
  const auto tile = groups::tiled_partition<8>(block);
  const auto half = groups::coalesced_threads();
  out[tile.thread_rank()] = tile.shfl_down(out[0], 1) + tile.any(out[1]) + half.size() + half.thread_rank();
  tile.sync();
  block.sync();
  half.sync();
  if (half.thread_rank() == 0) atomicAdd(out, half.size());
}

extern "C" __global__ void whole_grid(int* out) {
  groups::this_grid().sync();
  out[0] = groups::this_grid().size();
}

#if __CUDA_ARCH__ >= 800
extern "C" __global__ void asynchronous(float4* out, const float4* in) {
  __shared__ float4 tile[128];
  __shared__ unsigned long long barrier;
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&tile[threadIdx.x]));
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&barrier));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + threadIdx.x) : "memory");
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, 4;" ::"r"(to), "l"(in) : "memory");
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group 0;\n\tcp.async.wait_all;");
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(blockDim.x));
  unsigned long long state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(at));
  asm volatile("{\n\t.reg .pred p;\nagain_%=:\n\tmbarrier.test_wait.shared.b64 p, [%0], %1;\n\t@!p bra again_%=;\n}" ::"r"(at), "l"(state));
  asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(at));
  out[threadIdx.x] = tile[127 - threadIdx.x];
}
#endif
