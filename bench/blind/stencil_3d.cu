/* lanescope
title   = "Laplace of a volume"
summary = "A thread goes up a column of the volume and keeps the element below and above in registers."

[parameters]
block_x = { values = [16, 32, 64, 128], default = 32 }
block_y = { values = [1, 2, 4, 8, 16], default = 8 }

[problem]
nx = { min = 3, max = 2048, default = 320 }
ny = { min = 3, max = 2048, default = 300 }
nz = { min = 3, max = 2048, default = 280 }

[[require]]
that = "block_x * block_y <= 1024"
else = "a block has at most 1024 threads"

[buffers]
in  = { role = "in",  type = "f32", shape = ["nz", "ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nz", "ny", "nx"], fill = "zero" }

[[launch]]
entry     = "stencil_3d"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "nx", "ny", "nz"]

[work]
bytes = "8 * nx * ny * nz"
flops = "8 * nx * ny * nz"

[check]
same_as  = "stencil_3d_plain"
output   = "out"
relative = 1e-5
*/
extern "C" __global__ void stencil_3d(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  const size_t plane = size_t(nx) * ny;
  const float* at = in + size_t(y) * nx + x;
  float below = at[0], here = at[plane];
  for (int z = 1; z < nz - 1; ++z) {
    at += plane;
    const float above = at[plane];
    out[(at - in)] = below + above + at[-1] + at[1] + at[-nx] + at[nx] - 6 * here;
    below = here;
    here = above;
  }
}

extern "C" __global__ void stencil_3d_plain(float* out, const float* in, int nx, int ny, int nz) {
  const int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const size_t plane = size_t(nx) * ny;
  if (x < 1 || y < 1 || x >= nx - 1 || y >= ny - 1) return;
  for (int z = 1; z < nz - 1; ++z) {
    const float* const at = in + z * plane + size_t(y) * nx + x;
    out[at - in] = at[-(ptrdiff_t)plane] + at[plane] + at[-1] + at[1] + at[-nx] + at[nx] - 6 * at[0];
  }
}
