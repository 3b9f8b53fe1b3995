// Every kind of memory instruction that CUDA C++ makes, in every width.
typedef unsigned long long u64; typedef long long i64;
template<class T> __device__ __noinline__ T through(T* p, int i) { return p[i]; }
template<class T> __device__ void widths(T* out, const T* in, int i) {
  out[i] = in[i];
  out[i + 5] = __ldg(in + i + 1);
  T keep = in[i+2];
  __shared__ T tile[64];
  tile[i] = keep;
  __syncthreads();
  out[i + 10] = tile[i ^ 1];
  *(volatile T*)(out + i + 100) = *(volatile T*)(in + i + 50);
}
extern "C" __global__ void w8(signed char* o, const signed char* i) { widths(o, i, threadIdx.x); }
extern "C" __global__ void wu8(unsigned char* o, const unsigned char* i) { widths(o, i, threadIdx.x); }
extern "C" __global__ void w16(short* o, const short* i) { widths(o, i, threadIdx.x); }
extern "C" __global__ void wu16(unsigned short* o, const unsigned short* i) { widths(o, i, threadIdx.x); }
extern "C" __global__ void w32(int* o, const int* i) { widths(o, i, threadIdx.x); }
extern "C" __global__ void w64(double* o, const double* i) { widths(o, i, threadIdx.x); }
struct alignas(16) quad { float x, y, z, w; };
extern "C" __global__ void w128(float4* out, const float4* in) { 
  int i = threadIdx.x; __shared__ float4 tile[64]; out[i] = in[i]; tile[i] = __ldg(in+i+1); __syncthreads(); out[i+64] = tile[i^1]; 
  __stcs(out + i + 200, __ldcs(in + i + 300)); __stcg(out + i + 400, __ldcg(in + i + 300)); }
extern "C" __global__ void wide16(short4* o, char4* c, ushort2* u) { int i = threadIdx.x; short4 s = o[i]; c[i].x = s.x; u[i] = make_ushort2(s.y, s.z); }
extern "C" __global__ void local_memory(float* out, int n) {
  float a[32]; double d[16]; signed char b[64]; short s[32]; float4 q[8];
  for (int i = 0; i < 32; ++i) { a[i] = out[i]; s[i] = (short)out[i+3]; }
  for (int i = 0; i < 16; ++i) d[(i * n) & 15] = out[i + 7];
  for (int i = 0; i < 64; ++i) b[(i * n) & 63] = (signed char)out[i];
  for (int i = 0; i < 8; ++i) q[(i * n) & 7] = ((float4*)out)[i + 7];
  out[threadIdx.x] = a[n & 31] + d[n & 15] + b[n & 63] + s[n & 31] + q[n & 7].y;
}
__constant__ float table[256]; __constant__ double dtable[64]; __constant__ short stable[64]; __constant__ unsigned char ctable[64]; __constant__ float4 qtable[64];
extern "C" __global__ void constant_memory(float* out) { int i = threadIdx.x; out[i] = table[i] + dtable[i & 63] + stable[i & 63] + ctable[i & 63] + qtable[i&63].y+ qtable[i&63].x+qtable[i&63].z+qtable[i&63].w; }
extern "C" __global__ void generic_memory(float* g, int which) {
  __shared__ float s[64]; __shared__ double ds[64]; __shared__ float4 qs[32]; __shared__ short ss[32]; __shared__ signed char cs[32];
  s[threadIdx.x] = g[threadIdx.x]; ds[threadIdx.x]=g[3]; qs[threadIdx.x & 31] = ((float4*)g)[4]; ss[threadIdx.x & 31] = g[6]; cs[threadIdx.x & 31] = g[7];
  __syncthreads();
  float* p = which & 1 ? s : g; double* d = which & 2 ? ds : (double*)g; float4* q = which & 4 ? qs : (float4*)g; short* h = which & 8 ? ss : (short*)g; signed char* c = which & 16 ? cs : (signed char*)g;
  p[threadIdx.x ^ 1] = p[threadIdx.x ^ 3] + 1; d[threadIdx.x ^ 1] = d[threadIdx.x ^ 3] + 1; q[threadIdx.x ^ 1] = q[(threadIdx.x ^ 3)&31]; h[threadIdx.x & 7] = h[threadIdx.x & 3]; c[threadIdx.x & 7] = c[threadIdx.x & 3];
  atomicAdd(p, 1.0f); if (atomicAdd((int*)p, 2) == 3) atomicCAS((int*)p, 2, 4); if (which == 77) g[0] = atomicExch((u64*)d, 7ull);
}
extern "C" __global__ void atomics(int* g, u64* g64, float* f, double* d, unsigned* u, unsigned short* h) {
  __shared__ int s[64]; __shared__ u64 s64[64]; __shared__ float sf[64]; __shared__ double sd[64];
  int i = threadIdx.x; s[i] = 0; s64[i] = 0; sf[i] = 0; sd[i] = 0; __syncthreads();
  atomicAdd(s + i, 1); atomicAdd(s64 + i, 1ull); atomicAdd(sf + i, 1.0f); atomicAdd(sd + i, 1.0); atomicMax(s + (i ^ 1), 3); atomicInc((unsigned*)s + i, 7);
  int r = atomicAdd(s + (i ^ 2), 5); r += atomicCAS(s + i, 1, 2); r += (int)atomicCAS(s64 + i, 1ull, 2ull); r += atomicExch(s + i, 7); r+= (int)atomicExch(s64+i, 9ull); r+=atomicAnd(s+i+1,3);
  g[i] = r + s[i ^ 3] + (int)s64[i ^ 3] + (int)sf[i ^ 3] + (int)sd[i ^ 3];
  atomicAdd(g + i, 1); atomicAdd(g64 + i, 1ull); atomicAdd(f + i, 1.0f); atomicAdd(d + i, 1.0); atomicMin(u + i, 3u); atomicAnd(g+i+7,4); atomicXor(g64+i+7,4ull); atomicMax(g64+i+9, 5ull);
  g[i + 99] = atomicAdd(g + i + 200, 2); f[i + 99] = atomicAdd(f + i + 300, 3.0f); d[i + 99] = atomicAdd(d + i + 200, 2.0); u[i + 99] = atomicCAS(u + i + 200, 1u, 2u); g64[i + 99] = atomicCAS(g64 + i + 200, 1ull, 2ull); g[i+1000]=atomicExch(g+i+2000,3); g64[i+77]=atomicMax(g64+i+777,4ull);
  u[i+555] = atomicDec(u+i+666, 9u); h[i] = atomicCAS(h + i + 8, (unsigned short)1, (unsigned short)2);
}
extern "C" __global__ void textures(float* out, u64 t1, u64 t2, u64 s2) {
  float4 r; asm volatile("tex.1d.v4.f32.s32 {%0,%1,%2,%3}, [%4, {%5}];" : "=f"(r.x), "=f"(r.y), "=f"(r.z), "=f"(r.w) : "l"(t1), "r"(threadIdx.x));
  float4 q; asm volatile("tex.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];" : "=f"(q.x), "=f"(q.y), "=f"(q.z), "=f"(q.w) : "l"(t2), "f"(r.x), "f"(r.y));
  float4 p; asm volatile("tld4.r.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];" : "=f"(p.x), "=f"(p.y), "=f"(p.z), "=f"(p.w) : "l"(t2), "f"(r.x), "f"(r.y));
  int v; asm volatile("suld.b.2d.b32.trap %0, [%1, {%2,%3}];" : "=r"(v) : "l"(s2), "r"(4 * threadIdx.x), "r"(1));
  asm volatile("sust.b.2d.b32.trap [%0, {%1,%2}], %3;" : : "l"(s2), "r"(4 * threadIdx.x), "r"(2), "r"(v));
  out[threadIdx.x] = r.x + q.y + p.z + r.y+r.z+r.w+q.x+q.z+q.w+p.x+p.y+p.w + v;
}
#if __CUDA_ARCH__ >= 800
extern "C" __global__ void asynchronous(float* out, const float* in) {
  __shared__ float4 tile[64]; unsigned a = (unsigned)__cvta_generic_to_shared(tile + threadIdx.x);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(a), "l"(in + threadIdx.x));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 8;" :: "r"(a + 1024), "l"(in + 2 * threadIdx.x));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(a + 2048), "l"(in + 4 * threadIdx.x));
  asm volatile("cp.async.commit_group;"); asm volatile("cp.async.wait_all;"); __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1].x;
}
#endif
extern "C" __global__ void matrix_loads(unsigned* out) {
  __shared__ unsigned tile[1024]; tile[threadIdx.x] = threadIdx.x; __syncthreads(); unsigned a = (unsigned)__cvta_generic_to_shared(tile + 4*threadIdx.x), x, y, z, w;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(a));
  unsigned p, q; asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(p), "=r"(q) : "r"(a));
  unsigned m; asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(m) : "r"(a));
  out[threadIdx.x] = x + y + z + w + p + q + m;
}
extern "C" __global__ void reads_through_call(float* out, double* d, float4* q) { out[threadIdx.x] = through(out, threadIdx.x + 9) + through(d, 4) + through(q, 7).w; }
#if __CUDA_ARCH__ >= 1000
extern "C" __global__ void w256(double4_32a* out, const double4_32a* in) { out[threadIdx.x] = in[threadIdx.x]; }
#endif
