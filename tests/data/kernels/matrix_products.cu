/* lanescope
title   = "Products of matrices"
summary = "mma of every format, one warp, with fragments as registers hold them."

[buffers]
a   = { role = "in",  type = "u32", shape = [12, 4, 32], fill = "random" }
b   = { role = "in",  type = "u32", shape = [12, 4, 32], fill = "random" }
out = { role = "out", type = "u32", shape = [12, 4, 32], fill = "poison" }

[[launch]]
entry     = "matrix_products"
grid      = [1]
block     = [32]
arguments = ["out", "a", "b"]

[work]
bytes = 0
flops = 0
*/
// Register r of lane t of product p is element [p][r][t]. Floating-point numbers keep the random sign and two random bits
// of the fraction, and lie between 0.5 and 1, so that every sum is exact in any order. Needs compute capability 9.0.
extern "C" __global__ void matrix_products(unsigned* out, const unsigned* a, const unsigned* b) {
  const unsigned t = threadIdx.x;
  unsigned d[4], x[4], y[2];
  const auto load = [&](unsigned product, unsigned a_kept, unsigned a_set, unsigned b_kept, unsigned b_set) {
    for (unsigned r = 0; r < 4; ++r) x[r] = (a[128 * product + 32 * r + t] & a_kept) | a_set;
    for (unsigned r = 0; r < 2; ++r) y[r] = (b[128 * product + 32 * r + t] & b_kept) | b_set;
  };
  const auto store = [&](unsigned product) {
    for (unsigned r = 0; r < 4; ++r) out[128 * product + 32 * r + t] = d[r];
  };
#define FOUR(product, name, ...)                                                                               \
  load(product, __VA_ARGS__);                                                                                  \
  asm volatile("mma.sync.aligned." name " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%10, %10, %10, %10};" \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                \
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(0));                    \
  store(product)
#define TWO(product, name, ...)                                                                                \
  load(product, __VA_ARGS__);                                                                                  \
  asm volatile("mma.sync.aligned." name " {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"                 \
               : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                \
               : "r"(x[0]), "r"(x[1]), "r"(y[0]), "r"(0));                                                     \
  store(product)

#define F16 0x83008300, 0x38003800
#define BF16 0x80608060, 0x3f003f00
#define TF32 0x80600000, 0x3f000000
#define E4M3 0x86868686, 0x30303030
#define E5M2 0x83838383, 0x38383838
#define ANY 0xffffffff, 0
  FOUR(0, "m16n8k16.row.col.f32.f16.f16.f32", F16, F16);
  FOUR(1, "m16n8k16.row.col.f32.bf16.bf16.f32", BF16, BF16);
  FOUR(2, "m16n8k8.row.col.f32.tf32.tf32.f32", TF32, TF32);
  FOUR(3, "m16n8k32.row.col.f32.e4m3.e5m2.f32", E4M3, E5M2);
  FOUR(4, "m16n8k32.row.col.s32.s8.u8.s32", ANY, ANY);
  FOUR(5, "m16n8k64.row.col.s32.s4.u4.s32", ANY, ANY);
  FOUR(6, "m16n8k256.row.col.s32.b1.b1.s32.and.popc", ANY, ANY);
  TWO(7, "m16n8k8.row.col.f32.f16.f16.f32", F16, F16);
  TWO(8, "m16n8k4.row.col.f32.tf32.tf32.f32", TF32, TF32);
  TWO(9, "m16n8k16.row.col.s32.u8.s8.s32", ANY, ANY);

  load(10, F16, F16);
  d[2] = d[3] = 0;
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%8, %8};"
               : "=r"(d[0]), "=r"(d[1])
               : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]), "r"(0));
  store(10);

  double sums[2];
  asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%4, %5};"
               : "=d"(sums[0]), "=d"(sums[1])
               : "d"(static_cast<double>(a[1408 + t] >> 8)), "d"(static_cast<double>(b[1408 + t] >> 8)), "d"(0.5), "d"(-1.0));
  for (unsigned r = 0; r < 2; ++r) {
    d[2 * r] = static_cast<unsigned>(__double2loint(sums[r]));
    d[2 * r + 1] = static_cast<unsigned>(__double2hiint(sums[r]));
  }
  store(11);
}
