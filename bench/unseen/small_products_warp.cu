/* lanescope
title   = "Products of 8x8 matrices, a warp a product"
summary = "Each lane holds two elements of both matrices; rows and columns come by shuffles or from shared memory."

[parameters]
warps = { values = [1, 2, 4, 8], default = 4 }
by    = { values = ["shuffle", "shared"], default = "shuffle" }

[problem]
products = { min = 1, max = 4194304, default = 200000 }

[buffers]
a = { role = "in",  type = "f32", shape = ["products", 8, 8], fill = "random" }
b = { role = "in",  type = "f32", shape = ["products", 8, 8], fill = "random" }
c = { role = "out", type = "f32", shape = ["products", 8, 8], fill = "poison" }

[[launch]]
entry     = "small_products_warp"
grid      = ["ceil_div(products, warps)"]
block     = [32, "warps"]
arguments = ["c", "a", "b", "products"]

[work]
bytes = "768 * products"
flops = "1024 * products"

[check]
same_as = "small_products_plain"
output  = "c"
exact   = true
*/
extern "C" __global__ void small_products_warp(float2* c, const float2* a, const float2* b, unsigned products) {
  const unsigned product = blockIdx.x * WARPS + threadIdx.y, lane = threadIdx.x;
  if (product >= products) return;
  const size_t at = size_t(product) * 32 + lane;
  const float2 own_a = a[at], own_b = b[at];
  // A lane has columns 2 (lane % 4) and 2 (lane % 4) + 1 of row lane / 4.
  const unsigned row = lane / 4, pair = lane % 4;
  float2 sum = make_float2(0, 0);
#if BY == BY_SHARED
  __shared__ float2 held_a[WARPS][32], held_b[WARPS][32];
  held_a[threadIdx.y][lane] = own_a;
  held_b[threadIdx.y][lane] = own_b;
  __syncwarp();
#endif
#pragma unroll
  for (unsigned k = 0; k < 8; ++k) {
#if BY == BY_SHARED
    const float2 two = held_a[threadIdx.y][row * 4 + k / 2], right = held_b[threadIdx.y][k * 4 + pair];
    const float left = k % 2 == 0 ? two.x : two.y;
#else
    const float left = __shfl_sync(0xffffffffu, k % 2 == 0 ? own_a.x : own_a.y, row * 4 + k / 2);
    const float2 right =
        make_float2(__shfl_sync(0xffffffffu, own_b.x, k * 4 + pair), __shfl_sync(0xffffffffu, own_b.y, k * 4 + pair));
#endif
    sum.x = fmaf(left, right.x, sum.x);
    sum.y = fmaf(left, right.y, sum.y);
  }
  c[at] = sum;
}

extern "C" __global__ void small_products_plain(float* c, const float* a, const float* b, unsigned products) {
  const unsigned product = blockIdx.x * WARPS + threadIdx.y;
  if (product >= products) return;
  const size_t first = size_t(product) * 64;
  for (unsigned i = threadIdx.x; i < 64; i += 32) {
    float sum = 0;
    for (unsigned k = 0; k < 8; ++k) sum = fmaf(a[first + i / 8 * 8 + k], b[first + k * 8 + i % 8], sum);
    c[first + i] = sum;
  }
}
