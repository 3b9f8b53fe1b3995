// Inline PTX: the forms that the compiler itself rarely writes.
#include <cuda_fp16.h>

extern "C" __global__ void inline_assembly(unsigned* out, const float* in, unsigned long long* wide) {
  __shared__ __align__(128) float tile[1024];
  unsigned a = out[0], b = out[1], c, d;
  asm("lop3.b32 %0, %1, %2, %1, 0x96;" : "=r"(c) : "r"(a), "r"(b));
  asm("{ .reg .u32 t; .reg .u32 u<3>; add.u32 t, %1, %2; mov.b32 u0, t; mul.lo.u32 u1, u0, t; add.u32 %0, u1, 0x10U; }" : "=r"(d) : "r"(a), "r"(b));
  asm("{ .reg .u32 t; { .reg .u64 t; cvt.u64.u32 t, %1; cvt.u32.u64 %0, t; } }" : "=r"(d) : "r"(c));
  asm("bfe.u32 %0, %1, 3, 010;" : "=r"(c) : "r"(d));
  asm("bfi.b32 %0, %1, %2, 0b11, 8;" : "=r"(c) : "r"(c), "r"(d));
  asm("prmt.b32.f4e %0, %1, %2, 3;" : "=r"(c) : "r"(c), "r"(d));
  asm("{.reg .pred p, q; setp.lt.and.u32 p|q, %1, %2, !p; @!p add.u32 %0, %0, 1; selp.u32 %0, 1, 2, q; }" : "+r"(c) : "r"(a), "r"(b));
  asm("mad.lo.cc.u32 %0, %1, %2, %3;\n\tmadc.hi.u32 %0, %1, %2, -1;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  asm("add.cc.u32 %0, %1, %2;\n\taddc.u32 %0, %0, 0;\n\tsub.cc.u32 %0, %0, %2;\n\tsubc.cc.u32 %0, %0, 7;" : "=r"(d) : "r"(a), "r"(b));
  asm volatile("bar.sync 1, 64;\n\tbar.arrive 2, 96;\n\tbarrier.sync.aligned 3;\n\tbar.warp.sync 0xffffffff;");
  asm volatile("{.reg .pred p; setp.eq.u32 p, %0, 0; bar.red.popc.u32 %0, 0, p; vote.sync.ballot.b32 %0, p, 0xffffffff; }" : "+r"(c));
  asm("mov.u32 %0, %%laneid;" : "=r"(d));
  asm("mov.u32 %0, %%smid;\n\tmov.u64 %1, %%globaltimer;\n\tmov.u32 %0, %%lanemask_lt;\n\tmov.u32 %0, %%dynamic_smem_size;\n\tmov.u32 %0, %%envreg3;\n\tmov.u32 %0, WARP_SZ;"
      : "=r"(d), "=l"(wide[0]));
  asm("mov.b64 {%0, %1}, %2;" : "=r"(a), "=r"(b) : "l"(wide[1]));
  asm("mov.b64 {%0, _}, %1;" : "=r"(a) : "l"(wide[2]));
  asm volatile("red.global.add.f32 [%0+-4], 0f3F800000;\n\tred.relaxed.gpu.global.max.u32 [%0], 1;" ::"l"(wide));
  asm volatile("st.volatile.shared.v2.f32 [%0+8], {0f3F800000, 1.5};" ::"r"(static_cast<unsigned>(__cvta_generic_to_shared(tile))));
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];\n\tst.release.gpu.global.u32 [%1+4], %0;\n\tfence.sc.cta;\n\tfence.acq_rel.gpu;" : "=r"(c) : "l"(wide));
  asm volatile("prefetch.global.L2 [%0];\n\tprefetchu.L1 [%0];" ::"l"(in));
#if __CUDA_ARCH__ >= 800
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(a) : "f"(in[0]), "f"(in[1]));
  asm volatile("discard.global.L2 [%0], 128;" ::"l"(wide));
  asm volatile("ld.global.nc.L1::no_allocate.L2::256B.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(in));
#endif
  asm volatile("dp4a.u32.s32 %0, %1, %2, %0;" : "+r"(c) : "r"(a), "r"(b));
  asm volatile("pmevent 7;\n\t.pragma \"nounroll\";");
  out[2] = a + b + c + d;
}

extern "C" __global__ void tensor(float* out, const __half* in) {
  __shared__ __align__(128) __half tile[16 * 64];
  unsigned a[4], b[2];
  float d[4] = {0, 0, 0, 0};
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile + threadIdx.x * 8));
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a[0]), "=r"(a[1]), "=r"(a[2]), "=r"(a[3]) : "r"(at));
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2+16];" : "=r"(b[0]), "=r"(b[1]) : "r"(at));
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
#if __CUDA_ARCH__ >= 800
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
  asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(b[0]));
#endif
  for (int i = 0; i < 4; ++i) out[i] = d[i];
}

#if __CUDA_ARCH__ >= 900 && __CUDACC_VER_MAJOR__ >= 12
extern "C" __global__ void __cluster_dims__(2, 1, 1) cluster(unsigned* out, const void* map) {
  __shared__ __align__(128) unsigned tile[256];
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  unsigned other, rank;
  asm volatile("barrier.cluster.arrive.release.aligned;\n\tbarrier.cluster.wait.acquire.aligned;");
  asm("mapa.shared::cluster.u32 %0, %1, 1;" : "=r"(other) : "r"(at));
  asm("mov.u32 %0, %%cluster_ctarank;\n\tmov.u32 %0, %%cluster_nctaid.x;\n\tgetctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(other));
  asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(other), "r"(rank));
  asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(at), "l"(map), "r"(0), "r"(rank), "r"(at + 512));
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 128, [%2];" ::"r"(at), "l"(map), "r"(at + 512));
  asm volatile("cp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group.read 0;\n\tfence.proxy.async;\n\tfence.mbarrier_init.release.cluster;");
  asm volatile("{.reg .pred p; .reg .b32 r; elect.sync r|p, 0xffffffff; @p mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], 128; }" ::"r"(at + 512));
  asm volatile("{.reg .pred p; W%=: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @p bra D%=; bra W%=; D%=: }" ::"r"(at + 512), "r"(0));
  asm volatile("griddepcontrol.wait;\n\tgriddepcontrol.launch_dependents;");
  asm volatile("stmatrix.sync.aligned.m8n8.x2.shared.b16 [%0], {%1, %2};" ::"r"(at), "r"(rank), "r"(other));
  out[threadIdx.x] = tile[threadIdx.x];
}
#endif
