/* lanescope
title   = "Convolution"
summary = "3 x 3 with coefficients in constant memory; outside there is nothing."

[parameters]
block = { values = [8, 16, 32, 64], default = 16 }

[problem]
nx = { min = 1, max = 4096, default = 45 }
ny = { min = 1, max = 4096, default = 19 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry     = "convolution"
grid      = ["ceil_div(nx, block)", "ceil_div(ny, 4)"]
block     = ["block", 4]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "8 * nx * ny"
flops = "18 * nx * ny"
*/
__constant__ float coefficients[3][3] = {{0.25f, 0.5f, 0.25f}, {0.5f, -3.0f, 0.5f}, {0.25f, 0.5f, 0.25f}};

extern "C" __global__ void convolution(float* out, const float* in, int nx, int ny) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  float sum = 0;
  for (int down = -1; down <= 1; ++down) {
    for (int right = -1; right <= 1; ++right) {
      const int column = x + right, row = y + down;
      const bool inside = column >= 0 && column < nx && row >= 0 && row < ny;
      sum += coefficients[down + 1][right + 1] * (inside ? in[row * nx + column] : 0.0f);
    }
  }
  out[y * nx + x] = sum;
}
