/* lanescope
title   = "Products with wmma"
summary = "The warp matrix functions of CUDA C++ in several shapes and layouts, one warp."

[buffers]
in  = { role = "in",  type = "u32", shape = [1024], fill = "random" }
out = { role = "out", type = "u32", shape = [5, 256], fill = "poison" }

[[launch]]
entry     = "wmma_products"
grid      = [1]
block     = [32]
arguments = ["out", "in"]

[work]
bytes = 0
flops = 0
*/
#include <mma.h>
using namespace nvcuda;

// Element i of A is made of in[i], of B of in[512 + i]: integers from -8 to 7, so that every sum is exact. A is in rows
// and B in columns, but in the first product both are the other way round. Needs compute capability 9.0.
extern "C" __global__ void wmma_products(unsigned* out, const unsigned* in) {
  const unsigned t = threadIdx.x;
  __shared__ __align__(32) __half ha[256], hb[256];
  __shared__ __align__(32) signed char ba[512], bb[128];
  __shared__ __align__(32) __nv_bfloat16 fa[256], fb[256];
  __shared__ __align__(32) double da[32], db[32];
  __shared__ __align__(32) double dc[64];
  const auto a = [&](unsigned i) { return static_cast<int>(in[i] & 15) - 8; };
  const auto b = [&](unsigned i) { return static_cast<int>(in[512 + i] & 15) - 8; };
  for (unsigned i = t; i < 512; i += 32) {
    ba[i] = static_cast<signed char>(a(i));
    if (i < 128) bb[i] = static_cast<signed char>(b(i));
    if (i < 256) {
      ha[i] = __int2half_rn(a(i));
      hb[i] = __int2half_rn(b(i));
      fa[i] = __float2bfloat16(static_cast<float>(a(i)));
      fb[i] = __float2bfloat16(static_cast<float>(b(i)));
    }
    if (i < 32) {
      da[i] = a(i);
      db[i] = b(i);
    }
  }
  __syncwarp();
  {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::col_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> d;
    wmma::load_matrix_sync(x, ha, 16);
    wmma::load_matrix_sync(y, hb, 16);
    wmma::fill_fragment(d, 1.0f);
    wmma::mma_sync(d, x, y, d);
    wmma::store_matrix_sync(reinterpret_cast<float*>(out), d, 16, wmma::mem_row_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, __half> d;
    wmma::load_matrix_sync(x, ha, 16);
    wmma::load_matrix_sync(y, hb, 16);
    wmma::fill_fragment(d, __int2half_rn(0));
    wmma::mma_sync(d, x, y, d);
    wmma::store_matrix_sync(reinterpret_cast<__half*>(out + 256), d, 16, wmma::mem_col_major);
    for (unsigned i = t; i < 128; i += 32) out[384 + i] = 0;
  }
  {
    wmma::fragment<wmma::matrix_a, 32, 8, 16, signed char, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 32, 8, 16, signed char, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 32, 8, 16, int> d;
    wmma::load_matrix_sync(x, ba, 16);
    wmma::load_matrix_sync(y, bb, 16);
    wmma::fill_fragment(d, 0);
    wmma::mma_sync(d, x, y, d);
    wmma::store_matrix_sync(reinterpret_cast<int*>(out + 512), d, 8, wmma::mem_row_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __nv_bfloat16, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __nv_bfloat16, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> d;
    wmma::load_matrix_sync(x, fa, 16);
    wmma::load_matrix_sync(y, fb, 16);
    wmma::fill_fragment(d, 0.0f);
    wmma::mma_sync(d, x, y, d);
    wmma::store_matrix_sync(reinterpret_cast<float*>(out + 768), d, 16, wmma::mem_row_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> y;
    wmma::fragment<wmma::accumulator, 8, 8, 4, double> d;
    wmma::load_matrix_sync(x, da, 4);
    wmma::load_matrix_sync(y, db, 4);
    wmma::fill_fragment(d, 0.25);
    wmma::mma_sync(d, x, y, d);
    wmma::store_matrix_sync(dc, d, 8, wmma::mem_row_major);
    __syncwarp();
    for (unsigned i = t; i < 64; i += 32) {
      out[1024 + 2 * i] = static_cast<unsigned>(__double2loint(dc[i]));
      out[1024 + 2 * i + 1] = static_cast<unsigned>(__double2hiint(dc[i]));
    }
    for (unsigned i = t; i < 128; i += 32) out[1152 + i] = 0;
  }
}
