/* lanescope
title   = "Surfaces"
summary = "Arrays that kernels read and write by coordinates: elements, vectors, a stencil in two launches, and what lies outside."

[parameters]
outside = { values = ["inside", "beyond", "misaligned"], default = "inside" }

[problem]
width  = { min = 8, max = 1024, default = 40 }
height = { min = 1, max = 1024, default = 24 }

[[require]]
that = "width % 4 == 0"
else = "a vector of four elements must fit into a row"

[buffers]
in    = { role = "in",  type = "f32", shape = ["height", "width"], fill = "random" }
half  = { role = "scratch", type = "f32", shape = ["height", "width"], fill = "poison" }
out   = { role = "out", type = "f32", shape = ["height", "width"], fill = "poison" }
bytes = { role = "out", type = "u8", shape = ["height * width"], fill = "poison" }

[[launch]]
entry     = "blur_rows"
grid      = ["ceil_div(width, 16)", "ceil_div(height, 8)"]
block     = [16, 8]
surfaces  = [{ name = "from", buffer = "in" }, { name = "to", buffer = "half", layout = "array_2d" }]
arguments = ["to", "from", "width", "height"]

[[launch]]
entry     = "turn_round"
grid      = ["ceil_div(width / 4, 32)", "height"]
block     = [32]
surfaces  = [{ name = "from", buffer = "half" }, { name = "to", buffer = "out" }, { name = "row", buffer = "bytes", layout = "array_1d" }]
arguments = ["to", "from", "row", "width", "height"]

[work]
bytes = 0
flops = 0
*/

// Each element becomes the sum of itself and its neighbours in the row: the nearest one counts at the edges on the left, and 0 on
// the right.
extern "C" __global__ void blur_rows(cudaSurfaceObject_t to, cudaSurfaceObject_t from, int width, int height) {
  const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height) return;
  float left, middle, right;
  surf2Dread(&left, from, (x - 1) * 4, y, cudaBoundaryModeClamp);
  surf2Dread(&middle, from, x * 4 + (OUTSIDE == OUTSIDE_MISALIGNED ? 2 : 0), y);
  surf2Dread(&right, from, (x + 1) * 4, y, cudaBoundaryModeZero);
  surf2Dwrite(left + middle + right, to, x * 4, y + (OUTSIDE == OUTSIDE_BEYOND ? 1 : 0));
  surf2Dwrite(0.0f, to, (x + width) * 4, y, cudaBoundaryModeZero);  // nowhere
}

// Rows come in the opposite order, four elements at once; the array of bytes gets the lowest byte of each element.
extern "C" __global__ void turn_round(cudaSurfaceObject_t to, cudaSurfaceObject_t from, cudaSurfaceObject_t row, int width,
                                      int height) {
  const int x = 4 * (blockIdx.x * 32 + threadIdx.x), y = blockIdx.y;
  if (x >= width) return;
  const float4 four = surf2Dread<float4>(from, x * 4, y);
  surf2Dwrite(four, to, x * 4, height - 1 - y);
  const float values[4] = {four.x, four.y, four.z, four.w};
  for (int k = 0; k < 4; ++k) {
    surf1Dwrite(static_cast<unsigned char>(__float_as_uint(values[k])), row, y * width + x + k);
  }
}
