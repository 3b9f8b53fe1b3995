/* lanescope
title   = "Stencil of 27 points in shared memory"
summary = "A block copies a box with its halo to shared memory; each thread weights all neighbours of its elements."

[parameters]
block_x = { values = [16, 32, 64], default = 32 }
block_y = { values = [4, 8], default = 4 }
deep    = { values = [1, 2, 4, 8], default = 4 }

[problem]
nx = { min = 1, max = 4096, default = 256 }
ny = { min = 1, max = 4096, default = 256 }
nz = { min = 1, max = 4096, default = 128 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["nz", "ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nz", "ny", "nx"], fill = "poison" }

[[launch]]
entry     = "stencil_27_tile"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)", "ceil_div(nz, deep)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "nx", "ny", "nz"]

[work]
bytes = "8 * nx * ny * nz"
flops = "30 * nx * ny * nz"

[check]
same_as = "stencil_27_plain"
output  = "out"
exact   = true
*/
// Of the element itself, and of neighbours at a face, an edge and a corner.
__device__ constexpr float weights[4] = {0.5f, 0.0625f, 0.01f, 0.002f};

extern "C" __global__ void stencil_27_tile(float* out, const float* in, int nx, int ny, int nz) {
  constexpr int wide = BLOCK_X + 2, high = BLOCK_Y + 2;
  __shared__ float box[DEEP + 2][high][wide];
  const int left = blockIdx.x * BLOCK_X - 1, top = blockIdx.y * BLOCK_Y - 1, front = blockIdx.z * DEEP - 1;
  for (int plane = 0; plane < DEEP + 2; ++plane) {
    for (int row = threadIdx.y; row < high; row += BLOCK_Y) {
      for (int column = threadIdx.x; column < wide; column += BLOCK_X) {
        const int x = left + column, y = top + row, z = front + plane;
        const bool inside = x >= 0 && x < nx && y >= 0 && y < ny && z >= 0 && z < nz;
        box[plane][row][column] = inside ? in[(size_t(z) * ny + y) * nx + x] : 0.0f;
      }
    }
  }
  __syncthreads();
  const int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y;
  if (x >= nx || y >= ny) return;
#pragma unroll
  for (int plane = 0; plane < DEEP; ++plane) {
    const int z = front + 1 + plane;
    if (z >= nz) return;
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 27; ++i) {
      const int dz = i / 9, dy = i / 3 % 3, dx = i % 3;
      const int apart = (dz != 1) + (dy != 1) + (dx != 1);
      sum = fmaf(weights[apart], box[plane + dz][threadIdx.y + dy][threadIdx.x + dx], sum);
    }
    out[(size_t(z) * ny + y) * nx + x] = sum;
  }
}

extern "C" __global__ void stencil_27_plain(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  for (int z = blockIdx.z * DEEP; z < min(int(blockIdx.z + 1) * DEEP, nz); ++z) {
    float sum = 0;
    for (int dz = -1; dz <= 1; ++dz) {
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (x + dx < 0 || x + dx >= nx || y + dy < 0 || y + dy >= ny || z + dz < 0 || z + dz >= nz) continue;
          sum = fmaf(weights[abs(dx) + abs(dy) + abs(dz)], in[(size_t(z + dz) * ny + y + dy) * nx + x + dx], sum);
        }
      }
    }
    out[(size_t(z) * ny + y) * nx + x] = sum;
  }
}
