/* lanescope
title   = "Twice the picture, bilinear"
summary = "A thread makes four pixels of the larger picture from its four neighbours in the smaller one."

[parameters]
block_x = { values = [16, 32, 64, 128], default = 32 }
block_y = { values = [1, 2, 4, 8], default = 8 }

[problem]
width  = { min = 2, max = 16384, default = 3000 }
height = { min = 2, max = 16384, default = 2000 }

[buffers]
small = { role = "in",  type = "f32", shape = ["height", "width"], fill = "random" }
large = { role = "out", type = "f32", shape = ["2 * height", "2 * width"], fill = "poison" }

[[launch]]
entry     = "upsample"
grid      = ["ceil_div(width, block_x)", "ceil_div(height, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["large", "small", "width", "height"]

[work]
bytes = "20 * width * height"
flops = "12 * width * height"
*/
extern "C" __global__ void upsample(float2* large, const float* small, unsigned width, unsigned height) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= width || y >= height) return;
  const unsigned right = min(x + 1, width - 1), below = min(y + 1, height - 1);
  const float a = small[size_t(y) * width + x], b = small[size_t(y) * width + right];
  const float c = small[size_t(below) * width + x], d = small[size_t(below) * width + right];
  large[size_t(2 * y) * width + x] = make_float2(a, 0.5f * (a + b));
  large[size_t(2 * y + 1) * width + x] = make_float2(0.5f * (a + c), 0.25f * (a + b + c + d));
}
