/* lanescope
title   = "Bytes and halves of registers"
summary = "The video instructions of PTX, and the functions of CUDA that use them."

[problem]
n = { min = 1, max = 65536, default = 1024 }

[buffers]
in  = { role = "in",  type = "u32", shape = [3, "n"], fill = "random" }
out = { role = "out", type = "u32", shape = [58, "n"], fill = "poison" }

[[launch]]
entry     = "video"
grid      = ["ceil_div(n, 128)"]
block     = [128]
arguments = ["out", "in", "n"]

[work]
bytes = 0
flops = 0
*/
#define PUT(value) out[row++ * n + i] = (value)
#define BOTH(name)       \
  PUT(__v##name##2(a, b)); \
  PUT(__v##name##4(a, b))
// Three sources, of which many instructions take only two.
#define VIDEO(text)                                                \
  {                                                                \
    unsigned d;                                                    \
    asm(text ";" : "=r"(d) : "r"(a), "r"(b), "r"(c)); \
    PUT(d);                                                        \
  }

extern "C" __global__ void video(unsigned* out, const unsigned* in, unsigned n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned a = in[i], b = in[n + i], c = in[2 * n + i];
  unsigned row = 0;
  BOTH(add);
  BOTH(addss);
  BOTH(addus);
  BOTH(sub);
  BOTH(subss);
  BOTH(subus);
  BOTH(avgs);
  BOTH(avgu);
  BOTH(absdiffs);
  BOTH(absdiffu);
  BOTH(mins);
  BOTH(maxu);
  BOTH(cmpgts);
  BOTH(setltu);
  BOTH(sads);
  BOTH(sadu);
  VIDEO("vadd.u32.s32.u32.sat %0, %1.b1, %2.h1")
  VIDEO("vadd.s32.s32.s32.sat.add %0, %1.h0, %2.b3, %3")
  VIDEO("vsub.s32.s32.u32.sat %0.b2, %1.b1, %2.h1, %3")
  VIDEO("vabsdiff.u32.s32.u32 %0.h1, %1, %2.b0, %3")
  VIDEO("vmin.s32.s32.u32.max %0, %1.h1, %2.h0, %3")
  VIDEO("vmax.u32.u32.s32.sat.min %0, %1.b3, %2.h0, %3")
  VIDEO("vshl.u32.u32.u32.wrap %0, %1.h1, %2.b1")
  VIDEO("vshl.s32.s32.u32.clamp %0.b1, %1, %2.b2, %3")
  VIDEO("vshr.s32.s32.u32.sat.clamp %0.h1, %1, %2.b1, %3")
  VIDEO("vshr.u32.u32.u32.wrap.add %0, %1, %2, %3")
  VIDEO("vmad.s32.s32.u32.shr7 %0, %1.h1, %2.b1, %3")
  VIDEO("vmad.u32.u32.u32.po %0, %1.b1, %2.h1, %3")
  VIDEO("vmad.s32.u32.s32.sat.shr15 %0, %1.h0, %2.h1, %3")
  VIDEO("vmad.s32.s32.s32 %0, %1.h0, %2.b1, -%3")
  VIDEO("vset.u32.s32.lt.add %0, %1.b1, %2.b2, %3")
  VIDEO("vset.s32.s32.ge %0.b3, %1, %2, %3")
  VIDEO("vadd2.s32.u32.s32.sat %0.h0, %1.h31, %2.h02, %3")
  VIDEO("vsub2.u32.u32.u32.add %0, %1, %2, %3")
  VIDEO("vavrg2.s32.s32.u32 %0, %1, %2, %3")
  VIDEO("vabsdiff2.u32.s32.s32.sat %0.h1, %1, %2, %3")
  VIDEO("vset2.s32.u32.ne.add %0, %1.h12, %2, %3")
  VIDEO("vadd4.u32.u32.s32.sat %0.b310, %1.b7310, %2.b0246, %3")
  VIDEO("vavrg4.s32.u32.s32.add %0, %1, %2, %3")
  VIDEO("vmin4.s32.s32.u32 %0.b31, %1, %2, %3")
  VIDEO("vmax4.u32.s32.s32.sat %0.b0, %1, %2, %3")
  VIDEO("vset4.u32.s32.le %0.b20, %1.b4567, %2, %3")
}
