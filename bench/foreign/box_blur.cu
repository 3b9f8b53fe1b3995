/* lanescope
title   = "Sums of a window that goes down the columns of an image"
summary = "A thread goes down a column of bytes, adds the row that enters the window and subtracts the one that leaves."

[parameters]
block  = { values = [32, 64, 128, 256], default = 128 }
radius = { values = [1, 4, 16], default = 4 }
strip  = { values = [16, 64, 256], default = 64 }

[problem]
nx = { min = 1, max = 65536, default = 8000 }
ny = { min = 1, max = 65536, default = 6000 }

[buffers]
in  = { role = "in",  type = "u8",  shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "u16", shape = ["ny", "nx"], fill = "poison" }

[[launch]]
entry     = "box_blur"
grid      = ["ceil_div(nx, block)", "ceil_div(ny, strip)"]
block     = ["block"]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "3 * nx * ny"
flops = 0

[check]
same_as = "box_blur_plain"
output  = "out"
exact   = true
*/
extern "C" __global__ void box_blur(unsigned short* out, const unsigned char* in, int nx, int ny) {
  const int x = blockIdx.x * BLOCK + threadIdx.x, first = blockIdx.y * STRIP;
  if (x >= nx) return;
  unsigned sum = 0;
  for (int y = max(first - RADIUS - 1, 0); y < min(first + RADIUS, ny); ++y) sum += in[size_t(y) * nx + x];
  for (int y = first; y < min(first + STRIP, ny); ++y) {
    if (y + RADIUS < ny) sum += in[size_t(y + RADIUS) * nx + x];
    if (y - RADIUS - 1 >= 0) sum -= in[size_t(y - RADIUS - 1) * nx + x];
    out[size_t(y) * nx + x] = sum;
  }
}

extern "C" __global__ void box_blur_plain(unsigned short* out, const unsigned char* in, int nx, int ny) {
  const int x = blockIdx.x * BLOCK + threadIdx.x;
  if (x >= nx) return;
  for (int y = blockIdx.y * STRIP; y < min((int(blockIdx.y) + 1) * STRIP, ny); ++y) {
    unsigned sum = 0;
    for (int row = max(y - RADIUS, 0); row <= min(y + RADIUS, ny - 1); ++row) sum += in[size_t(row) * nx + x];
    out[size_t(y) * nx + x] = sum;
  }
}
