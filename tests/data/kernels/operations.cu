/* lanescope
title   = "One operation after the other"
summary = "298 PTX instructions on operands that are hard to get right: each thread writes the bits of every result."

[parameters]
block = { values = [64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 4096 }

[buffers]
in  = { role = "in",  type = "u64", shape = [3, "n"], fill = "random" }
out = { role = "out", type = "u64", shape = [298, "n"], fill = "poison" }

[[launch]]
entry     = "operations"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = 0
flops = 0
*/
// Some operands are random, the others stand in these tables: zeros, ones, extremes, infinities, what is no number.
__constant__ unsigned special_32[32] = {
    0,          0x80000000, 1,          0xffffffff, 0x7fffffff, 2,          31,         32,
    0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc12345, 0x7f800001, 0x00800000,
    0x007fffff, 0x80000001, 0x7f7fffff, 0x4f000000, 0xcf000000, 0x4f800000, 0x3f000000, 0x40490fdb,
    0x33800000, 0x47000000, 0x3fc00000, 0x40200000, 0x00003c00, 0x7c00fc01, 0x80000020, 0x0000ff05};
__constant__ unsigned long long special_64[16] = {
    0,                  0x8000000000000000, 1,                  0xffffffffffffffff,
    0x7fffffffffffffff, 0x3ff0000000000000, 0xbff8000000000000, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000000001, 0xfff4000000000000, 0x0010000000000000,
    0x000fffffffffffff, 0x43e0000000000000, 0x41dfffffffc00000, 0x36a0000000000000};

#define PUT(bits) out[size_t(row++) * n + i] = (bits)
#define BITS(value) bits_of(value)
__device__ unsigned long long bits_of(unsigned value) { return value; }
__device__ unsigned long long bits_of(unsigned short value) { return value; }
__device__ unsigned long long bits_of(unsigned long long value) { return value; }
__device__ unsigned long long bits_of(float value) { return __float_as_uint(value); }
__device__ unsigned long long bits_of(double value) { return __double_as_longlong(value); }

#define UNARY_32(op, k, type, x) { type z; asm(op " %0, %1;" : "=" #k(z) : #k(x)); PUT(BITS(z)); }
#define UNARY_16 UNARY_32
#define UNARY_64 UNARY_32
#define BINARY(op, k, type, x, y) { type z; asm(op " %0, %1, %2;" : "=" #k(z) : #k(x), #k(y)); PUT(BITS(z)); }
#define TERNARY(op, k, type, x, y, w) { type z; asm(op " %0, %1, %2, %3;" : "=" #k(z) : #k(x), #k(y), #k(w)); PUT(BITS(z)); }
#define CONVERT(op, to, type, from, x) { type z; asm(op " %0, %1;" : "=" #to(z) : #from(x)); PUT(BITS(z)); }
#define PACK(op, x, y) { unsigned z; asm(op " %0, %1, %2;" : "=r"(z) : "f"(x), "f"(y)); PUT(z); }
#define BIT_FIELD(x, y, w) { unsigned z; asm("bfi.b32 %0, %1, %2, %3, 7;" : "=r"(z) : "r"(x), "r"(y), "r"(w)); PUT(z); }
#define LOGIC(x, y, w, table) { unsigned z; asm("lop3.b32 %0, %1, %2, %3, " #table ";" : "=r"(z) : "r"(x), "r"(y), "r"(w)); PUT(z); }
#define COMPARE(op, k, x, y) { unsigned z; asm("{ .reg .pred p; setp." op " p, %1, %2; selp.u32 %0, 1, 0, p; }" : "=r"(z) : #k(x), #k(y)); PUT(z); }
#define TEST(op, x) { unsigned z; asm("{ .reg .pred p; testp." op ".f32 p, %1; selp.u32 %0, 1, 0, p; }" : "=r"(z) : "f"(x)); PUT(z); }
#define CARRY(x, y) { unsigned z, w; asm("add.cc.u32 %0, %2, %3; addc.u32 %1, %3, 0;" : "=r"(z), "=r"(w) : "r"(x), "r"(y)); PUT((unsigned long long)w << 32 | z); }
#define BORROW(x, y) { unsigned z, w; asm("sub.cc.u32 %0, %2, %3; subc.u32 %1, %3, 0;" : "=r"(z), "=r"(w) : "r"(x), "r"(y)); PUT((unsigned long long)w << 32 | z); }

extern "C" __global__ void operations(unsigned long long* out, const unsigned long long* in, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const unsigned long long x = in[i], y = in[n + i], w = in[2 * size_t(n) + i];
  const bool pick_a = (i & 1) != 0, pick_b = (i & 2) != 0, pick_c = (i & 4) != 0;
  const unsigned a = pick_a ? special_32[x & 31] : unsigned(x), b = pick_b ? special_32[y & 31] : unsigned(y);
  const unsigned c = pick_c ? special_32[w & 31] : unsigned(w);
  const unsigned long long la = pick_a ? special_64[x & 15] : x, lb = pick_b ? special_64[y & 15] : y;
  const unsigned long long lc = pick_c ? special_64[w & 15] : w;
  // Every eighth pair of numbers is of like size, so that sums and fused products cancel.
  const float fa = __uint_as_float(a), fb = (i & 56) == 0 ? __uint_as_float(a ^ (b & 0x80000fff)) : __uint_as_float(b);
  const float fc = (i & 56) == 8 ? -fa * fb : __uint_as_float(c);
  const double da = __longlong_as_double(la), db = (i & 56) == 0 ? __longlong_as_double(la ^ (lb & 0x8000000000ffffff)) : __longlong_as_double(lb);
  const double dc = (i & 56) == 8 ? -da * db : __longlong_as_double(lc);
  const unsigned short ha = (unsigned short)(a >> (a & 15)), hb = (unsigned short)b, hc = (unsigned short)c;
  unsigned row = 0;
  UNARY_32("abs.s32", r, unsigned, a)  // abs.s32
  UNARY_32("neg.s32", r, unsigned, a)  // neg.s32
  UNARY_32("popc.b32", r, unsigned, a)  // popc.b32
  UNARY_32("clz.b32", r, unsigned, a)  // clz.b32
  UNARY_32("bfind.u32", r, unsigned, a)  // bfind.u32
  UNARY_32("bfind.s32", r, unsigned, a)  // bfind.s32
  UNARY_32("bfind.shiftamt.u32", r, unsigned, a)  // bfind.shiftamt.u32
  UNARY_32("bfind.shiftamt.s32", r, unsigned, a)  // bfind.shiftamt.s32
  UNARY_32("brev.b32", r, unsigned, a)  // brev.b32
  UNARY_32("not.b32", r, unsigned, a)  // not.b32
  UNARY_32("cnot.b32", r, unsigned, a)  // cnot.b32
  BINARY("add.sat.s32", r, unsigned, a, b)  // add.sat.s32
  BINARY("sub.sat.s32", r, unsigned, a, b)  // sub.sat.s32
  BINARY("mul.lo.s32", r, unsigned, a, b)  // mul.lo.s32
  BINARY("mul.hi.s32", r, unsigned, a, b)  // mul.hi.s32
  BINARY("mul.hi.u32", r, unsigned, a, b)  // mul.hi.u32
  BINARY("div.s32", r, unsigned, a, b)  // div.s32
  BINARY("div.u32", r, unsigned, a, b)  // div.u32
  BINARY("rem.s32", r, unsigned, a, b)  // rem.s32
  BINARY("rem.u32", r, unsigned, a, b)  // rem.u32
  BINARY("min.s32", r, unsigned, a, b)  // min.s32
  BINARY("min.u32", r, unsigned, a, b)  // min.u32
  BINARY("max.s32", r, unsigned, a, b)  // max.s32
  BINARY("max.u32", r, unsigned, a, b)  // max.u32
  BINARY("and.b32", r, unsigned, a, b)  // and.b32
  BINARY("or.b32", r, unsigned, a, b)  // or.b32
  BINARY("xor.b32", r, unsigned, a, b)  // xor.b32
  BINARY("mul24.lo.s32", r, unsigned, a, b)  // mul24.lo.s32
  BINARY("mul24.hi.s32", r, unsigned, a, b)  // mul24.hi.s32
  BINARY("mul24.lo.u32", r, unsigned, a, b)  // mul24.lo.u32
  BINARY("mul24.hi.u32", r, unsigned, a, b)  // mul24.hi.u32
  BINARY("shl.b32", r, unsigned, a, b)  // shl.b32
  BINARY("shr.s32", r, unsigned, a, b)  // shr.s32
  BINARY("shr.u32", r, unsigned, a, b)  // shr.u32
  BINARY("bmsk.clamp.b32", r, unsigned, a, b)  // bmsk.clamp.b32
  BINARY("bmsk.wrap.b32", r, unsigned, a, b)  // bmsk.wrap.b32
  BINARY("szext.clamp.s32", r, unsigned, a, b)  // szext.clamp.s32
  BINARY("szext.wrap.u32", r, unsigned, a, b)  // szext.wrap.u32
  TERNARY("mad.lo.s32", r, unsigned, a, b, c)  // mad.lo.s32
  TERNARY("mad.hi.s32", r, unsigned, a, b, c)  // mad.hi.s32
  TERNARY("mad.hi.u32", r, unsigned, a, b, c)  // mad.hi.u32
  TERNARY("mad.hi.sat.s32", r, unsigned, a, b, c)  // mad.hi.sat.s32
  TERNARY("sad.s32", r, unsigned, a, b, c)  // sad.s32
  TERNARY("sad.u32", r, unsigned, a, b, c)  // sad.u32
  TERNARY("bfe.u32", r, unsigned, a, b, c)  // bfe.u32
  TERNARY("bfe.s32", r, unsigned, a, b, c)  // bfe.s32
  TERNARY("shf.l.clamp.b32", r, unsigned, a, b, c)  // shf.l.clamp.b32
  TERNARY("shf.l.wrap.b32", r, unsigned, a, b, c)  // shf.l.wrap.b32
  TERNARY("shf.r.clamp.b32", r, unsigned, a, b, c)  // shf.r.clamp.b32
  TERNARY("shf.r.wrap.b32", r, unsigned, a, b, c)  // shf.r.wrap.b32
  TERNARY("prmt.b32", r, unsigned, a, b, c)  // prmt.b32
  TERNARY("prmt.b32.f4e", r, unsigned, a, b, c)  // prmt.b32.f4e
  TERNARY("prmt.b32.b4e", r, unsigned, a, b, c)  // prmt.b32.b4e
  TERNARY("prmt.b32.rc8", r, unsigned, a, b, c)  // prmt.b32.rc8
  TERNARY("prmt.b32.ecl", r, unsigned, a, b, c)  // prmt.b32.ecl
  TERNARY("prmt.b32.ecr", r, unsigned, a, b, c)  // prmt.b32.ecr
  TERNARY("prmt.b32.rc16", r, unsigned, a, b, c)  // prmt.b32.rc16
  TERNARY("dp4a.s32.s32", r, unsigned, a, b, c)  // dp4a.s32.s32
  TERNARY("dp4a.u32.u32", r, unsigned, a, b, c)  // dp4a.u32.u32
  TERNARY("dp4a.s32.u32", r, unsigned, a, b, c)  // dp4a.s32.u32
  TERNARY("dp2a.lo.s32.s32", r, unsigned, a, b, c)  // dp2a.lo.s32.s32
  TERNARY("dp2a.hi.u32.s32", r, unsigned, a, b, c)  // dp2a.hi.u32.s32
  TERNARY("mad24.lo.s32", r, unsigned, a, b, c)  // mad24.lo.s32
  TERNARY("mad24.hi.u32", r, unsigned, a, b, c)  // mad24.hi.u32
  TERNARY("slct.b32.s32", r, unsigned, a, b, c)  // slct.b32.s32
  BIT_FIELD(a, b, c)  // bfi.b32
  LOGIC(a, b, c, 0x6a)  // lop3.b32 0x6a
  LOGIC(a, b, c, 0xe8)  // lop3.b32 0xe8
  UNARY_64("abs.s64", l, unsigned long long, la)  // abs.s64
  UNARY_64("neg.s64", l, unsigned long long, la)  // neg.s64
  UNARY_64("brev.b64", l, unsigned long long, la)  // brev.b64
  BINARY("mul.hi.s64", l, unsigned long long, la, lb)  // mul.hi.s64
  BINARY("mul.hi.u64", l, unsigned long long, la, lb)  // mul.hi.u64
  BINARY("div.s64", l, unsigned long long, la, lb)  // div.s64
  BINARY("div.u64", l, unsigned long long, la, lb)  // div.u64
  BINARY("rem.s64", l, unsigned long long, la, lb)  // rem.s64
  BINARY("rem.u64", l, unsigned long long, la, lb)  // rem.u64
  BINARY("min.s64", l, unsigned long long, la, lb)  // min.s64
  BINARY("max.u64", l, unsigned long long, la, lb)  // max.u64
  UNARY_32("abs.f32", f, float, fa)  // abs.f32
  UNARY_32("neg.f32", f, float, fa)  // neg.f32
  UNARY_32("abs.ftz.f32", f, float, fa)  // abs.ftz.f32
  UNARY_32("neg.ftz.f32", f, float, fa)  // neg.ftz.f32
  UNARY_32("rcp.rn.f32", f, float, fa)  // rcp.rn.f32
  UNARY_32("rcp.rz.f32", f, float, fa)  // rcp.rz.f32
  UNARY_32("rcp.approx.ftz.f32", f, float, fa)  // rcp.approx.ftz.f32
  UNARY_32("rcp.approx.f32", f, float, fa)  // rcp.approx.f32
  UNARY_32("sqrt.rn.f32", f, float, fa)  // sqrt.rn.f32
  UNARY_32("sqrt.rm.f32", f, float, fa)  // sqrt.rm.f32
  UNARY_32("sqrt.approx.f32", f, float, fa)  // sqrt.approx.f32
  UNARY_32("rsqrt.approx.f32", f, float, fa)  // rsqrt.approx.f32
  UNARY_32("sin.approx.f32", f, float, fa)  // sin.approx.f32
  UNARY_32("cos.approx.f32", f, float, fa)  // cos.approx.f32
  UNARY_32("ex2.approx.f32", f, float, fa)  // ex2.approx.f32
  UNARY_32("ex2.approx.ftz.f32", f, float, fa)  // ex2.approx.ftz.f32
  UNARY_32("lg2.approx.f32", f, float, fa)  // lg2.approx.f32
  UNARY_32("tanh.approx.f32", f, float, fa)  // tanh.approx.f32
  UNARY_32("cvt.rni.f32.f32", f, float, fa)  // cvt.rni.f32.f32
  UNARY_32("cvt.rzi.f32.f32", f, float, fa)  // cvt.rzi.f32.f32
  UNARY_32("cvt.rmi.f32.f32", f, float, fa)  // cvt.rmi.f32.f32
  UNARY_32("cvt.rpi.f32.f32", f, float, fa)  // cvt.rpi.f32.f32
  UNARY_32("cvt.sat.f32.f32", f, float, fa)  // cvt.sat.f32.f32
  UNARY_32("cvt.rna.tf32.f32", r, unsigned, a)  // cvt.rna.tf32.f32
  BINARY("add.rn.f32", f, float, fa, fb)  // add.rn.f32
  BINARY("add.rn.ftz.f32", f, float, fa, fb)  // add.rn.ftz.f32
  BINARY("add.rz.f32", f, float, fa, fb)  // add.rz.f32
  BINARY("add.rz.ftz.f32", f, float, fa, fb)  // add.rz.ftz.f32
  BINARY("add.rm.f32", f, float, fa, fb)  // add.rm.f32
  BINARY("add.rm.ftz.f32", f, float, fa, fb)  // add.rm.ftz.f32
  BINARY("add.rp.f32", f, float, fa, fb)  // add.rp.f32
  BINARY("add.rp.ftz.f32", f, float, fa, fb)  // add.rp.ftz.f32
  BINARY("sub.rn.f32", f, float, fa, fb)  // sub.rn.f32
  BINARY("sub.rn.ftz.f32", f, float, fa, fb)  // sub.rn.ftz.f32
  BINARY("sub.rz.f32", f, float, fa, fb)  // sub.rz.f32
  BINARY("sub.rz.ftz.f32", f, float, fa, fb)  // sub.rz.ftz.f32
  BINARY("sub.rm.f32", f, float, fa, fb)  // sub.rm.f32
  BINARY("sub.rm.ftz.f32", f, float, fa, fb)  // sub.rm.ftz.f32
  BINARY("sub.rp.f32", f, float, fa, fb)  // sub.rp.f32
  BINARY("sub.rp.ftz.f32", f, float, fa, fb)  // sub.rp.ftz.f32
  BINARY("mul.rn.f32", f, float, fa, fb)  // mul.rn.f32
  BINARY("mul.rn.ftz.f32", f, float, fa, fb)  // mul.rn.ftz.f32
  BINARY("mul.rz.f32", f, float, fa, fb)  // mul.rz.f32
  BINARY("mul.rz.ftz.f32", f, float, fa, fb)  // mul.rz.ftz.f32
  BINARY("mul.rm.f32", f, float, fa, fb)  // mul.rm.f32
  BINARY("mul.rm.ftz.f32", f, float, fa, fb)  // mul.rm.ftz.f32
  BINARY("mul.rp.f32", f, float, fa, fb)  // mul.rp.f32
  BINARY("mul.rp.ftz.f32", f, float, fa, fb)  // mul.rp.ftz.f32
  BINARY("add.sat.f32", f, float, fa, fb)  // add.sat.f32
  BINARY("mul.sat.f32", f, float, fa, fb)  // mul.sat.f32
  BINARY("div.rn.f32", f, float, fa, fb)  // div.rn.f32
  BINARY("div.rz.f32", f, float, fa, fb)  // div.rz.f32
  BINARY("div.rm.f32", f, float, fa, fb)  // div.rm.f32
  BINARY("div.rp.f32", f, float, fa, fb)  // div.rp.f32
  BINARY("div.rn.ftz.f32", f, float, fa, fb)  // div.rn.ftz.f32
  BINARY("div.full.f32", f, float, fa, fb)  // div.full.f32
  BINARY("div.approx.f32", f, float, fa, fb)  // div.approx.f32
  BINARY("min.f32", f, float, fa, fb)  // min.f32
  BINARY("max.f32", f, float, fa, fb)  // max.f32
  BINARY("min.NaN.f32", f, float, fa, fb)  // min.NaN.f32
  BINARY("max.NaN.f32", f, float, fa, fb)  // max.NaN.f32
  BINARY("min.ftz.f32", f, float, fa, fb)  // min.ftz.f32
  BINARY("copysign.f32", f, float, fa, fb)  // copysign.f32
  BINARY("min.xorsign.abs.f32", f, float, fa, fb)  // min.xorsign.abs.f32
  TERNARY("fma.rn.f32", f, float, fa, fb, fc)  // fma.rn.f32
  TERNARY("fma.rn.ftz.f32", f, float, fa, fb, fc)  // fma.rn.ftz.f32
  TERNARY("fma.rn.sat.f32", f, float, fa, fb, fc)  // fma.rn.sat.f32
  TERNARY("fma.rz.f32", f, float, fa, fb, fc)  // fma.rz.f32
  TERNARY("fma.rz.ftz.f32", f, float, fa, fb, fc)  // fma.rz.ftz.f32
  TERNARY("fma.rz.sat.f32", f, float, fa, fb, fc)  // fma.rz.sat.f32
  TERNARY("fma.rm.f32", f, float, fa, fb, fc)  // fma.rm.f32
  TERNARY("fma.rm.ftz.f32", f, float, fa, fb, fc)  // fma.rm.ftz.f32
  TERNARY("fma.rm.sat.f32", f, float, fa, fb, fc)  // fma.rm.sat.f32
  TERNARY("fma.rp.f32", f, float, fa, fb, fc)  // fma.rp.f32
  TERNARY("fma.rp.ftz.f32", f, float, fa, fb, fc)  // fma.rp.ftz.f32
  TERNARY("fma.rp.sat.f32", f, float, fa, fb, fc)  // fma.rp.sat.f32
  UNARY_64("abs.f64", d, double, da)  // abs.f64
  UNARY_64("neg.f64", d, double, da)  // neg.f64
  UNARY_64("rcp.rn.f64", d, double, da)  // rcp.rn.f64
  UNARY_64("sqrt.rn.f64", d, double, da)  // sqrt.rn.f64
  UNARY_64("sqrt.rp.f64", d, double, da)  // sqrt.rp.f64
  UNARY_64("cvt.rni.f64.f64", d, double, da)  // cvt.rni.f64.f64
  UNARY_64("cvt.rmi.f64.f64", d, double, da)  // cvt.rmi.f64.f64
  BINARY("add.rn.f64", d, double, da, db)  // add.rn.f64
  BINARY("add.rz.f64", d, double, da, db)  // add.rz.f64
  BINARY("add.rm.f64", d, double, da, db)  // add.rm.f64
  BINARY("add.rp.f64", d, double, da, db)  // add.rp.f64
  BINARY("mul.rn.f64", d, double, da, db)  // mul.rn.f64
  BINARY("mul.rz.f64", d, double, da, db)  // mul.rz.f64
  BINARY("mul.rm.f64", d, double, da, db)  // mul.rm.f64
  BINARY("mul.rp.f64", d, double, da, db)  // mul.rp.f64
  BINARY("div.rn.f64", d, double, da, db)  // div.rn.f64
  BINARY("div.rz.f64", d, double, da, db)  // div.rz.f64
  BINARY("div.rm.f64", d, double, da, db)  // div.rm.f64
  BINARY("div.rp.f64", d, double, da, db)  // div.rp.f64
  BINARY("min.f64", d, double, da, db)  // min.f64
  BINARY("max.f64", d, double, da, db)  // max.f64
  BINARY("copysign.f64", d, double, da, db)  // copysign.f64
  TERNARY("fma.rn.f64", d, double, da, db, dc)  // fma.rn.f64
  TERNARY("fma.rz.f64", d, double, da, db, dc)  // fma.rz.f64
  TERNARY("fma.rm.f64", d, double, da, db, dc)  // fma.rm.f64
  TERNARY("fma.rp.f64", d, double, da, db, dc)  // fma.rp.f64
  CONVERT("cvt.rni.s32.f32", r, unsigned, f, fa)  // cvt.rni.s32.f32
  CONVERT("cvt.rzi.s32.f32", r, unsigned, f, fa)  // cvt.rzi.s32.f32
  CONVERT("cvt.rmi.s32.f32", r, unsigned, f, fa)  // cvt.rmi.s32.f32
  CONVERT("cvt.rpi.s32.f32", r, unsigned, f, fa)  // cvt.rpi.s32.f32
  CONVERT("cvt.rzi.u32.f32", r, unsigned, f, fa)  // cvt.rzi.u32.f32
  CONVERT("cvt.rzi.s64.f32", l, unsigned long long, f, fa)  // cvt.rzi.s64.f32
  CONVERT("cvt.rni.u64.f32", l, unsigned long long, f, fa)  // cvt.rni.u64.f32
  CONVERT("cvt.rzi.s16.f32", h, unsigned short, f, fa)  // cvt.rzi.s16.f32
  CONVERT("cvt.rni.u16.f32", h, unsigned short, f, fa)  // cvt.rni.u16.f32
  CONVERT("cvt.rzi.s32.f64", r, unsigned, d, da)  // cvt.rzi.s32.f64
  CONVERT("cvt.rni.u32.f64", r, unsigned, d, da)  // cvt.rni.u32.f64
  CONVERT("cvt.rmi.s64.f64", l, unsigned long long, d, da)  // cvt.rmi.s64.f64
  CONVERT("cvt.rzi.u64.f64", l, unsigned long long, d, da)  // cvt.rzi.u64.f64
  CONVERT("cvt.rn.f32.s32", f, float, r, a)  // cvt.rn.f32.s32
  CONVERT("cvt.rz.f32.s32", f, float, r, a)  // cvt.rz.f32.s32
  CONVERT("cvt.rm.f32.u32", f, float, r, a)  // cvt.rm.f32.u32
  CONVERT("cvt.rn.f32.s64", f, float, l, la)  // cvt.rn.f32.s64
  CONVERT("cvt.rp.f32.u64", f, float, l, la)  // cvt.rp.f32.u64
  CONVERT("cvt.rn.f64.s64", d, double, l, la)  // cvt.rn.f64.s64
  CONVERT("cvt.rz.f64.u64", d, double, l, la)  // cvt.rz.f64.u64
  CONVERT("cvt.rn.f32.f64", f, float, d, da)  // cvt.rn.f32.f64
  CONVERT("cvt.rz.f32.f64", f, float, d, da)  // cvt.rz.f32.f64
  CONVERT("cvt.rm.f32.f64", f, float, d, da)  // cvt.rm.f32.f64
  CONVERT("cvt.f64.f32", d, double, f, fa)  // cvt.f64.f32
  CONVERT("cvt.rn.f16.f32", h, unsigned short, f, fa)  // cvt.rn.f16.f32
  CONVERT("cvt.rz.f16.f32", h, unsigned short, f, fa)  // cvt.rz.f16.f32
  CONVERT("cvt.rn.bf16.f32", h, unsigned short, f, fa)  // cvt.rn.bf16.f32
  CONVERT("cvt.rn.f16.s32", h, unsigned short, r, a)  // cvt.rn.f16.s32
  CONVERT("cvt.rn.f16.f64", h, unsigned short, d, da)  // cvt.rn.f16.f64
  CONVERT("cvt.f32.f16", f, float, h, ha)  // cvt.f32.f16
  CONVERT("cvt.f32.bf16", f, float, h, ha)  // cvt.f32.bf16
  CONVERT("cvt.rzi.s32.f16", r, unsigned, h, ha)  // cvt.rzi.s32.f16
  CONVERT("cvt.sat.s16.s32", h, unsigned short, r, a)  // cvt.sat.s16.s32
  CONVERT("cvt.sat.u16.s32", h, unsigned short, r, a)  // cvt.sat.u16.s32
  CONVERT("cvt.sat.u32.s64", r, unsigned, l, la)  // cvt.sat.u32.s64
  CONVERT("cvt.sat.s32.u64", r, unsigned, l, la)  // cvt.sat.s32.u64
  UNARY_16("neg.f16", h, unsigned short, ha)  // neg.f16
  UNARY_16("abs.f16", h, unsigned short, ha)  // abs.f16
  UNARY_16("ex2.approx.f16", h, unsigned short, ha)  // ex2.approx.f16
  UNARY_16("tanh.approx.f16", h, unsigned short, ha)  // tanh.approx.f16
  UNARY_16("ex2.approx.ftz.bf16", h, unsigned short, ha)  // ex2.approx.ftz.bf16
  UNARY_16("tanh.approx.bf16", h, unsigned short, ha)  // tanh.approx.bf16
  BINARY("add.f16", h, unsigned short, ha, hb)  // add.f16
  BINARY("sub.f16", h, unsigned short, ha, hb)  // sub.f16
  BINARY("mul.f16", h, unsigned short, ha, hb)  // mul.f16
  BINARY("add.ftz.f16", h, unsigned short, ha, hb)  // add.ftz.f16
  BINARY("mul.sat.f16", h, unsigned short, ha, hb)  // mul.sat.f16
  BINARY("min.f16", h, unsigned short, ha, hb)  // min.f16
  BINARY("max.f16", h, unsigned short, ha, hb)  // max.f16
  BINARY("max.NaN.f16", h, unsigned short, ha, hb)  // max.NaN.f16
  BINARY("min.bf16", h, unsigned short, ha, hb)  // min.bf16
  BINARY("max.bf16", h, unsigned short, ha, hb)  // max.bf16
  BINARY("add.rn.bf16", h, unsigned short, ha, hb)  // add.rn.bf16
  BINARY("mul.rn.bf16", h, unsigned short, ha, hb)  // mul.rn.bf16
  TERNARY("fma.rn.f16", h, unsigned short, ha, hb, hc)  // fma.rn.f16
  TERNARY("fma.rn.sat.f16", h, unsigned short, ha, hb, hc)  // fma.rn.sat.f16
  TERNARY("fma.rn.relu.f16", h, unsigned short, ha, hb, hc)  // fma.rn.relu.f16
  TERNARY("fma.rn.bf16", h, unsigned short, ha, hb, hc)  // fma.rn.bf16
  TERNARY("fma.rn.ftz.f16", h, unsigned short, ha, hb, hc)  // fma.rn.ftz.f16
  BINARY("add.f16x2", r, unsigned, a, b)  // add.f16x2
  BINARY("mul.f16x2", r, unsigned, a, b)  // mul.f16x2
  BINARY("min.f16x2", r, unsigned, a, b)  // min.f16x2
  BINARY("add.rn.bf16x2", r, unsigned, a, b)  // add.rn.bf16x2
  BINARY("max.bf16x2", r, unsigned, a, b)  // max.bf16x2
  BINARY("add.u16x2", r, unsigned, a, b)  // add.u16x2
  BINARY("min.s16x2", r, unsigned, a, b)  // min.s16x2
  BINARY("max.u16x2", r, unsigned, a, b)  // max.u16x2
  PACK("cvt.rn.f16x2.f32", fa, fb)  // cvt.rn.f16x2.f32
  PACK("cvt.rn.bf16x2.f32", fa, fb)  // cvt.rn.bf16x2.f32
  PACK("cvt.rn.relu.f16x2.f32", fa, fb)  // cvt.rn.relu.f16x2.f32
  TERNARY("fma.rn.f16x2", r, unsigned, a, b, c)  // fma.rn.f16x2
  TERNARY("fma.rn.bf16x2", r, unsigned, a, b, c)  // fma.rn.bf16x2
  COMPARE("eq.f32", f, fa, fb)  // setp.eq.f32
  COMPARE("ne.f32", f, fa, fb)  // setp.ne.f32
  COMPARE("lt.f32", f, fa, fb)  // setp.lt.f32
  COMPARE("le.f32", f, fa, fb)  // setp.le.f32
  COMPARE("gt.f32", f, fa, fb)  // setp.gt.f32
  COMPARE("ge.f32", f, fa, fb)  // setp.ge.f32
  COMPARE("equ.f32", f, fa, fb)  // setp.equ.f32
  COMPARE("neu.f32", f, fa, fb)  // setp.neu.f32
  COMPARE("ltu.f32", f, fa, fb)  // setp.ltu.f32
  COMPARE("leu.f32", f, fa, fb)  // setp.leu.f32
  COMPARE("gtu.f32", f, fa, fb)  // setp.gtu.f32
  COMPARE("geu.f32", f, fa, fb)  // setp.geu.f32
  COMPARE("num.f32", f, fa, fb)  // setp.num.f32
  COMPARE("nan.f32", f, fa, fb)  // setp.nan.f32
  COMPARE("eq.f64", d, da, db)  // setp.eq.f64
  COMPARE("ne.f64", d, da, db)  // setp.ne.f64
  COMPARE("lt.f64", d, da, db)  // setp.lt.f64
  COMPARE("le.f64", d, da, db)  // setp.le.f64
  COMPARE("gt.f64", d, da, db)  // setp.gt.f64
  COMPARE("ge.f64", d, da, db)  // setp.ge.f64
  COMPARE("equ.f64", d, da, db)  // setp.equ.f64
  COMPARE("neu.f64", d, da, db)  // setp.neu.f64
  COMPARE("ltu.f64", d, da, db)  // setp.ltu.f64
  COMPARE("leu.f64", d, da, db)  // setp.leu.f64
  COMPARE("gtu.f64", d, da, db)  // setp.gtu.f64
  COMPARE("geu.f64", d, da, db)  // setp.geu.f64
  COMPARE("num.f64", d, da, db)  // setp.num.f64
  COMPARE("nan.f64", d, da, db)  // setp.nan.f64
  COMPARE("lo.u32", r, a, b)  // setp.lo.u32
  COMPARE("ls.u32", r, a, b)  // setp.ls.u32
  COMPARE("hi.u32", r, a, b)  // setp.hi.u32
  COMPARE("hs.u32", r, a, b)  // setp.hs.u32
  COMPARE("lt.s32", r, a, b)  // setp.lt.s32
  COMPARE("ge.s32", r, a, b)  // setp.ge.s32
  COMPARE("lt.ftz.f32", f, fa, fb)  // setp.lt.ftz.f32
  COMPARE("eq.f16", h, ha, hb)  // setp.eq.f16
  COMPARE("ltu.f16", h, ha, hb)  // setp.ltu.f16
  COMPARE("gt.bf16", h, ha, hb)  // setp.gt.bf16
  CARRY(a, b)  // add.cc / addc
  BORROW(a, b)  // sub.cc / subc
  TEST("finite", fa)  // testp.finite
  TEST("infinite", fa)  // testp.infinite
  TEST("notanumber", fa)  // testp.notanumber
  TEST("normal", fa)  // testp.normal
  TEST("subnormal", fa)  // testp.subnormal
}
