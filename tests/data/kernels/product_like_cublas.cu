/* lanescope
title   = "Matrix product, compared with cuBLAS"
summary = "One thread an element, compared with what the library computes. The product is its first buffer, the factors come behind."

[parameters]
block_x = { values = [8, 16, 32], default = 16 }

[problem]
m = { min = 0, max = 16384, default = 128 }
n = { min = 0, max = 16384, default = 128 }
k = { min = 0, max = 16384, default = 128 }

[buffers]
product = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "index" }  # nothing cancels
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "index" }

[[launch]]
when      = "m * n > 0"
entry     = "product_like_cublas"
grid      = ["ceil_div(n, block_x)", "ceil_div(m, 8)"]
block     = ["block_x", 8]
arguments = ["product", "a", "b", "m", "n", "k"]

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
same_as  = "cublas_product"
output   = "product"
relative = "6e-8 * (2 * k + 1)"  # k roundings on either side
*/
extern "C" __global__ void product_like_cublas(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= n || y >= m) return;
  float sum = 0;
  for (unsigned i = 0; i < k; ++i) sum += a[size_t(y) * k + i] * b[size_t(i) * n + x];
  c[size_t(y) * n + x] = sum;
}
