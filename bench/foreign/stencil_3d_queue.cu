/* lanescope
title   = "Star of a volume with a queue of registers"
summary = "A thread goes up: its own column is a queue in registers, the plane around it a tile in shared memory."

[parameters]
block_x = { values = [16, 32, 64], default = 32 }
block_y = { values = [4, 8, 16], default = 8 }
radius  = { values = [1, 2, 4], default = 4 }
planes  = { values = [16, 64, 256], default = 64 }

[problem]
nx = { min = 1, max = 2048, default = 384 }
ny = { min = 1, max = 2048, default = 320 }
nz = { min = 1, max = 2048, default = 256 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["nz", "ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nz", "ny", "nx"], fill = "poison" }

[[launch]]
entry     = "stencil_3d_queue"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)", "ceil_div(nz, planes)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "nx", "ny", "nz"]

[work]
bytes = "8 * nx * ny * nz"
flops = "12 * radius * nx * ny * nz"

[check]
same_as = "stencil_3d_plain"
output  = "out"
exact   = true
*/
__device__ inline int within(int at, int extent) {
  return min(max(at, 0), extent - 1);
}

extern "C" __global__ void stencil_3d_queue(float* out, const float* in, int nx, int ny, int nz) {
  constexpr int wide = BLOCK_X + 2 * RADIUS, high = BLOCK_Y + 2 * RADIUS;
  __shared__ float tile[high][wide];
  const int left = blockIdx.x * BLOCK_X - RADIUS, top = blockIdx.y * BLOCK_Y - RADIUS;
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const int first = blockIdx.z * PLANES, last = min(first + PLANES, nz);
  const size_t plane = size_t(nx) * ny;
  const float* const column = in + size_t(within(y, ny)) * nx + within(x, nx);
  float queue[2 * RADIUS + 1];  // from RADIUS planes below to RADIUS planes above
#pragma unroll
  for (int i = 0; i < 2 * RADIUS; ++i) queue[i + 1] = column[within(first - RADIUS + i, nz) * plane];
  for (int z = first; z < last; ++z) {
#pragma unroll
    for (int i = 0; i < 2 * RADIUS; ++i) queue[i] = queue[i + 1];
    queue[2 * RADIUS] = column[within(z + RADIUS, nz) * plane];
    for (int row = threadIdx.y; row < high; row += BLOCK_Y) {
      for (int at = threadIdx.x; at < wide; at += BLOCK_X) {
        tile[row][at] = in[z * plane + size_t(within(top + row, ny)) * nx + within(left + at, nx)];
      }
    }
    __syncthreads();
    float sum = queue[RADIUS];
#pragma unroll
    for (int far = 1; far <= RADIUS; ++far) {
      const float weight = 1.0f / (8 * far);
      const int row = threadIdx.y + RADIUS, at = threadIdx.x + RADIUS;
      sum = fmaf(weight, queue[RADIUS - far], sum);
      sum = fmaf(weight, queue[RADIUS + far], sum);
      sum = fmaf(weight, tile[row - far][at], sum);
      sum = fmaf(weight, tile[row + far][at], sum);
      sum = fmaf(weight, tile[row][at - far], sum);
      sum = fmaf(weight, tile[row][at + far], sum);
    }
    if (x < nx && y < ny) out[z * plane + size_t(y) * nx + x] = sum;
    __syncthreads();
  }
}

extern "C" __global__ void stencil_3d_plain(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  const size_t plane = size_t(nx) * ny;
  for (int z = blockIdx.z * PLANES; z < min((int(blockIdx.z) + 1) * PLANES, nz); ++z) {
    const auto at = [&](int dx, int dy, int dz) {
      return in[within(z + dz, nz) * plane + size_t(within(y + dy, ny)) * nx + within(x + dx, nx)];
    };
    float sum = at(0, 0, 0);
    for (int far = 1; far <= RADIUS; ++far) {
      const float weight = 1.0f / (8 * far);
      sum = fmaf(weight, at(0, 0, -far), sum);
      sum = fmaf(weight, at(0, 0, far), sum);
      sum = fmaf(weight, at(0, -far, 0), sum);
      sum = fmaf(weight, at(0, far, 0), sum);
      sum = fmaf(weight, at(-far, 0, 0), sum);
      sum = fmaf(weight, at(far, 0, 0), sum);
    }
    out[z * plane + size_t(y) * nx + x] = sum;
  }
}
