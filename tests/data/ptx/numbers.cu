// Half precision, bfloat16, packed integers, 128-bit integers and double arithmetic.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

extern "C" __global__ void halves(__half* out, const __half2* in, __nv_bfloat16* brains, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const __half2 a = in[i];
  const __half2 b = __hfma2(a, a, __float2half2_rn(0.5f));
  out[2 * i] = __hadd(__low2half(b), __high2half(b));
  out[2 * i + 1] = __hgt(__low2half(a), __high2half(a)) ? __hneg(__low2half(a)) : hsqrt(__high2half(a));
#if __CUDA_ARCH__ >= 800
  brains[i] = __hmul(__float2bfloat16(1.5f), brains[i]);
  brains[i + n] = __hmax(brains[i], __int2bfloat16_rn(i));
#endif
  if (__hisnan(out[i])) out[i] = __ushort_as_half(0x7fff);
}

extern "C" __global__ void doubles(double* out, const double* in, float* single, int n) {
  const int i = threadIdx.x;
  double x = in[i];
  for (int k = 0; k < n; ++k) x = fma(x, 0.1, -1.0e-300) / (x + 3.0);
  out[i] = sin(x) + sqrt(x) + exp(x) + rsqrt(x) + __dadd_rz(x, 1.0) + __ddiv_ru(x, 7.0);
  single[i] = __fdividef(single[i], 3.0f) + __sinf(single[i]) + __expf(single[i]) + __log2f(single[i]) + tanhf(single[i]);
  single[i + n] = __fmaf_rd(single[i], 2.0f, __int_as_float(0x7f800000)) + copysignf(single[i], -1.0f);
  single[i + 2 * n] = __saturatef(single[i]) + fabsf(__frcp_rn(single[i])) + fminf(single[i], __double2float_ru(x));
  out[i + n] = isfinite(x) ? __longlong_as_double(__double_as_longlong(x) ^ 1) : static_cast<double>(__float2ll_rz(1.0f));
}

extern "C" __global__ void integers(unsigned* out, unsigned long long* wide, const int* in, unsigned __int128* huge) {
  const int i = threadIdx.x;
  const int a = in[i], b = in[i + 1], c = in[i + 2];
  int dot;
  asm("dp4a.s32.s32 %0, %1, %2, %3;\n\tdp2a.lo.s32.u32 %0, %1, %2, %0;" : "=r"(dot) : "r"(a), "r"(b), "r"(c));
  out[i] = dot + __byte_perm(a, b, 0x3210 + c);
  out[i + 1] = __popc(a) + __clz(b) + __ffs(c) + __brev(a) + __mulhi(a, b) + __mul24(a, b) + __sad(a, b, 3u);
  out[i + 2] = __funnelshift_l(a, b, c) + __funnelshift_r(a, b, 7) + __rhadd(a, b) + __vadd4(a, b) + __vabsdiffu4(a, b) +
               __vcmpgts2(a, b) + __vavgs2(a, b) + __vsetltu4(a, b);
  wide[i] = __umul64hi(wide[i], wide[i + 1]) + __popcll(wide[i]) + __clzll(wide[i]) + (1ull << 63) / wide[i + 2];
  huge[i] = huge[i] * huge[i + 1] + (huge[i + 2] >> 17) / 10;
  out[i + 3] = a % b + (a >> (b & 31)) + (static_cast<unsigned>(a) / 7u) + (a < b ? a : ~b) + (a & b | c ^ a);
  reinterpret_cast<char*>(out)[i] = static_cast<char>(a);
  reinterpret_cast<short*>(out)[i + 9] = static_cast<short>(b * c);
  const int4 v = reinterpret_cast<const int4*>(in)[i];
  reinterpret_cast<int4*>(out)[i + 5] = make_int4(v.w, v.z, v.y, v.x);
  reinterpret_cast<short4*>(out)[i + 6] = make_short4(1, -2, v.x, v.y);
  reinterpret_cast<uchar4*>(out)[i + 7] = make_uchar4(v.x, v.y, 0, 255);
  reinterpret_cast<longlong2*>(out)[i + 8] = make_longlong2(-1, v.x);
}
