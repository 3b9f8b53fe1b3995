/* lanescope
title   = "Lattice Boltzmann with nine directions"
summary = "A thread gathers nine flows, which then collide; flows lie in nine planes, or cell by cell."

[parameters]
block_x = { values = [32, 64, 128, 256], default = 128 }
block_y = { values = [1, 2, 4], default = 1 }
flows   = { values = ["planes", "cells"], default = "planes" }

[problem]
nx = { min = 1, max = 16384, default = 1536 }
ny = { min = 1, max = 16384, default = 1024 }

[buffers]
from = { role = "in",  type = "f32", shape = ["9 * nx * ny"], fill = "random" }
to   = { role = "out", type = "f32", shape = ["9 * nx * ny"], fill = "poison" }

[[launch]]
entry     = "lattice_boltzmann"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["to", "from", "nx", "ny"]

[work]
bytes = "72 * nx * ny"
flops = "120 * nx * ny"
*/
__device__ inline size_t place(int x, int y, int direction, int nx, int ny) {
  const size_t cell = size_t(y) * nx + x;
  return FLOWS == FLOWS_PLANES ? size_t(direction) * nx * ny + cell : cell * 9 + direction;
}

extern "C" __global__ void lattice_boltzmann(float* to, const float* from, int nx, int ny) {
  constexpr int dx[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, dy[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
  constexpr float weight[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= nx || y >= ny) return;
  float flow[9], density = 0, along_x = 0, along_y = 0;
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    const int column = x - dx[i], row = y - dy[i];
    const int from_x = column < 0 ? nx - 1 : column == nx ? 0 : column;
    const int from_y = row < 0 ? ny - 1 : row == ny ? 0 : row;
    flow[i] = 1.0f + 0.01f * from[place(from_x, from_y, i, nx, ny)];
    density += flow[i], along_x += dx[i] * flow[i], along_y += dy[i] * flow[i];
  }
  const float vx = along_x / density, vy = along_y / density, energy = 1.0f - 1.5f * (vx * vx + vy * vy);
#pragma unroll
  for (int i = 0; i < 9; ++i) {
    const float along = 3.0f * (dx[i] * vx + dy[i] * vy);
    const float rest = weight[i] * density * (energy + along + 0.5f * along * along);
    to[place(x, y, i, nx, ny)] = flow[i] + 0.6f * (rest - flow[i]);
  }
}
