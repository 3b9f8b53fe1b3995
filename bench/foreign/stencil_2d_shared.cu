/* lanescope
title   = "Star of a plane in shared memory"
summary = "A block copies its tile and the halo around it to shared memory, and adds up the neighbours of each element."

[parameters]
block_x = { values = [16, 32, 64], default = 32 }
block_y = { values = [4, 8, 16], default = 8 }
radius  = { values = [1, 2, 4, 8], default = 2 }

[problem]
nx = { min = 1, max = 32768, default = 4000 }
ny = { min = 1, max = 32768, default = 3000 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry     = "stencil_2d_shared"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "8 * nx * ny"
flops = "8 * radius * nx * ny"

[check]
same_as = "stencil_2d_plain"
output  = "out"
exact   = true
*/
__device__ inline int within(int at, int extent) {
  return min(max(at, 0), extent - 1);
}

extern "C" __global__ void stencil_2d_shared(float* out, const float* in, int nx, int ny) {
  constexpr int wide = BLOCK_X + 2 * RADIUS, high = BLOCK_Y + 2 * RADIUS;
  __shared__ float tile[high][wide];
  const int left = blockIdx.x * BLOCK_X - RADIUS, top = blockIdx.y * BLOCK_Y - RADIUS;
  for (int row = threadIdx.y; row < high; row += BLOCK_Y) {
    for (int column = threadIdx.x; column < wide; column += BLOCK_X) {
      tile[row][column] = in[size_t(within(top + row, ny)) * nx + within(left + column, nx)];
    }
  }
  __syncthreads();
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const int row = threadIdx.y + RADIUS, column = threadIdx.x + RADIUS;
  float sum = tile[row][column];
#pragma unroll
  for (int far = 1; far <= RADIUS; ++far) {
    const float weight = 1.0f / (4 * far * RADIUS);
    sum = fmaf(weight, tile[row - far][column], sum);
    sum = fmaf(weight, tile[row + far][column], sum);
    sum = fmaf(weight, tile[row][column - far], sum);
    sum = fmaf(weight, tile[row][column + far], sum);
  }
  out[size_t(y) * nx + x] = sum;
}

extern "C" __global__ void stencil_2d_plain(float* out, const float* in, int nx, int ny) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const auto at = [&](int dx, int dy) { return in[size_t(within(y + dy, ny)) * nx + within(x + dx, nx)]; };
  float sum = at(0, 0);
  for (int far = 1; far <= RADIUS; ++far) {
    const float weight = 1.0f / (4 * far * RADIUS);
    sum = fmaf(weight, at(0, -far), sum);
    sum = fmaf(weight, at(0, far), sum);
    sum = fmaf(weight, at(-far, 0), sum);
    sum = fmaf(weight, at(far, 0), sum);
  }
  out[size_t(y) * nx + x] = sum;
}
