/* lanescope
title   = "Transpose through a shared tile"
summary = "Every space and operation that the JSON of a trace always names, and knobs with numbers and with names."

[parameters]
tile  = { values = [8, 16, 32], default = 32 }
order = { values = ["rows", "columns"], default = "rows" }

[problem]
nx = { min = 1, max = 4096, default = 64 }
ny = { min = 1, max = 4096, default = 32 }

[[require]]
that = "order != order_columns || tile <= 16"
else = "columns are read with tiles of at most 16"

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_tile"
grid      = ["ceil_div(nx, tile)", "ceil_div(ny, tile)"]
block     = ["tile", "tile"]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "2 * 4 * nx * ny"
flops = "0"

[check]
reference = "transpose"
output    = "out"
exact     = true
*/
extern "C" __global__ void transpose_tile(float* out, const float* in, unsigned nx, unsigned ny) {
  __shared__ float square[TILE][TILE];
  const unsigned x = ORDER == ORDER_ROWS ? threadIdx.x : threadIdx.y;
  const unsigned y = ORDER == ORDER_ROWS ? threadIdx.y : threadIdx.x;
  const unsigned in_x = blockIdx.x * TILE + x, in_y = blockIdx.y * TILE + y;
  if (in_x < nx && in_y < ny) square[y][x] = in[in_y * nx + in_x];
  __syncthreads();
  const unsigned out_x = blockIdx.y * TILE + threadIdx.x, out_y = blockIdx.x * TILE + threadIdx.y;
  if (out_x < ny && out_y < nx) out[out_y * ny + out_x] = square[threadIdx.x][threadIdx.y];
}
