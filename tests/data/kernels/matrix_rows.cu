/* lanescope
title   = "Rows of matrices"
summary = "ldmatrix, movmatrix and stmatrix in every form, one warp."

[buffers]
in  = { role = "in",  type = "u32", shape = [128], fill = "random" }
out = { role = "out", type = "u32", shape = [15, 32], fill = "poison" }
rows = { role = "out", type = "u32", shape = [3, 128], fill = "poison" }

[[launch]]
entry     = "matrix_rows"
grid      = [1]
block     = [32]
arguments = ["out", "rows", "in"]

[work]
bytes = 0
flops = 0
*/
// The tile has four matrices of 8 x 8 elements of 16 bits, a row in 16 bytes. Needs compute capability 9.0.
extern "C" __global__ void matrix_rows(unsigned* out, unsigned* rows, const unsigned* in) {
  __shared__ __align__(16) unsigned tile[128], copy[128];
  const unsigned t = threadIdx.x;
  for (unsigned k = 0; k < 4; ++k) tile[32 * k + t] = in[32 * k + t];
  __syncwarp();
  const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[4 * t]));
  const unsigned to = static_cast<unsigned>(__cvta_generic_to_shared(&copy[4 * t]));
  unsigned a, b, c, d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at));
  out[t] = a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(at));
  out[32 + t] = a;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at));
  out[64 + t] = a;
  out[96 + t] = b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];" : "=r"(a), "=r"(b) : "r"(at));
  out[128 + t] = a;
  out[160 + t] = b;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
  out[192 + t] = a;
  out[224 + t] = b;
  out[256 + t] = c;
  out[288 + t] = d;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(at));
  out[320 + t] = a;
  out[352 + t] = b;
  out[384 + t] = c;
  out[416 + t] = d;
  unsigned turned;
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(turned) : "r"(a));
  out[448 + t] = turned;

  for (unsigned k = 0; k < 4; ++k) copy[32 * k + t] = 0;
  __syncwarp();
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};"
               :: "r"(to), "r"(a), "r"(b), "r"(c), "r"(d) : "memory");
  __syncwarp();
  for (unsigned k = 0; k < 4; ++k) rows[32 * k + t] = copy[32 * k + t];
  __syncwarp();
  asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};" :: "r"(to), "r"(a), "r"(b) : "memory");
  __syncwarp();
  for (unsigned k = 0; k < 4; ++k) rows[128 + 32 * k + t] = copy[32 * k + t];
  __syncwarp();
  asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(to), "r"(d) : "memory");
  __syncwarp();
  for (unsigned k = 0; k < 4; ++k) rows[256 + 32 * k + t] = copy[32 * k + t];
}
