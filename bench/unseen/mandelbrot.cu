/* lanescope
title   = "Mandelbrot set"
summary = "Each thread counts how often a point is squared before it leaves, so that lanes of a warp finish unevenly."

[parameters]
block_x = { values = [8, 16, 32, 64], default = 32 }
block_y = { values = [2, 4, 8], default = 8 }
limit   = { values = [32, 128, 512], default = 128 }

[problem]
nx = { min = 2, max = 32768, default = 2000 }
ny = { min = 2, max = 32768, default = 1500 }

[buffers]
count = { role = "out", type = "u16", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry     = "mandelbrot"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["count", "nx", "ny"]

[work]
bytes = "2 * nx * ny"
flops = 0

[check]
same_as = "mandelbrot_plain"
output  = "count"
exact   = true
*/
__device__ inline float across(int x, int nx) {
  return fmaf(3.0f, __fdividef(float(x), float(nx)), -2.2f);
}

__device__ inline float upwards(int y, int ny) {
  return fmaf(2.5f, __fdividef(float(y), float(ny)), -1.25f);
}

extern "C" __global__ void mandelbrot(unsigned short* count, int nx, int ny) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const float real = across(x, nx), imaginary = upwards(y, ny);
  float a = 0, b = 0, square_a = 0, square_b = 0;
  int steps = 0;
  while (steps < LIMIT && __fadd_rn(square_a, square_b) <= 4.0f) {
    b = fmaf(2.0f * a, b, imaginary);
    a = __fadd_rn(__fsub_rn(square_a, square_b), real);
    square_a = __fmul_rn(a, a), square_b = __fmul_rn(b, b);
    ++steps;
  }
  count[size_t(y) * nx + x] = steps;
}

extern "C" __global__ void mandelbrot_plain(unsigned short* count, int nx, int ny) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  float a = 0, b = 0;
  unsigned short steps = LIMIT;
  for (int step = 0; step < LIMIT; ++step) {
    const float square_a = __fmul_rn(a, a), square_b = __fmul_rn(b, b);
    if (__fadd_rn(square_a, square_b) > 4.0f) {
      steps = step;
      break;
    }
    const float twice = __fmul_rn(2.0f, a);
    a = __fadd_rn(__fsub_rn(square_a, square_b), across(x, nx));
    b = fmaf(twice, b, upwards(y, ny));
  }
  count[size_t(y) * nx + x] = steps;
}
