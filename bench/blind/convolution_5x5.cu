/* lanescope
title   = "Convolution of 5 x 5 with a tile in shared memory"
summary = "A block loads its tile with two elements on each side; outside of the image there is nothing."

[parameters]
block_x = { values = [16, 32, 64], default = 32 }
block_y = { values = [4, 8, 16], default = 8 }

[problem]
nx = { min = 1, max = 32768, default = 5000 }
ny = { min = 1, max = 32768, default = 3000 }

[buffers]
in      = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
weights = { role = "in",  type = "f32", shape = [25], fill = "random" }
out     = { role = "out", type = "f32", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry     = "convolution_5x5"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "weights", "nx", "ny"]

[work]
bytes = "8 * nx * ny"
flops = "50 * nx * ny"

[check]
same_as  = "convolution_without_tile"
output   = "out"
exact    = true
*/
extern "C" __global__ void convolution_5x5(float* out, const float* in, const float* weights, int nx, int ny) {
  __shared__ float tile[BLOCK_Y + 4][BLOCK_X + 4];
  __shared__ float factors[25];
  const int left = blockIdx.x * BLOCK_X - 2, top = blockIdx.y * BLOCK_Y - 2;
  const int thread = threadIdx.y * BLOCK_X + threadIdx.x;
  if (thread < 25) factors[thread] = weights[thread];
  for (int i = thread; i < (BLOCK_Y + 4) * (BLOCK_X + 4); i += BLOCK_X * BLOCK_Y) {
    const int x = left + i % (BLOCK_X + 4), y = top + i / (BLOCK_X + 4);
    tile[i / (BLOCK_X + 4)][i % (BLOCK_X + 4)] = x >= 0 && x < nx && y >= 0 && y < ny ? in[size_t(y) * nx + x] : 0.0f;
  }
  __syncthreads();
  const int x = left + 2 + threadIdx.x, y = top + 2 + threadIdx.y;
  if (x >= nx || y >= ny) return;
  float sum = 0;
  for (int down = 0; down < 5; ++down) {
    for (int right = 0; right < 5; ++right)
      sum = fmaf(factors[down * 5 + right], tile[threadIdx.y + down][threadIdx.x + right], sum);
  }
  out[size_t(y) * nx + x] = sum;
}

extern "C" __global__ void convolution_without_tile(float* out, const float* in, const float* weights, int nx, int ny) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  float sum = 0;
  for (int down = 0; down < 5; ++down) {
    for (int right = 0; right < 5; ++right) {
      const int column = x + right - 2, row = y + down - 2;
      const bool inside = column >= 0 && column < nx && row >= 0 && row < ny;
      sum = fmaf(weights[down * 5 + right], inside ? in[size_t(row) * nx + column] : 0.0f, sum);
    }
  }
  out[size_t(y) * nx + x] = sum;
}
