/* lanescope
title   = "A matrix times a vector"
summary = "A warp takes a row: it reads it in order, and the vector from the caches."

[parameters]
warps = { values = [1, 2, 4, 8, 16], default = 8 }

[problem]
rows    = { min = 1, max = 1048576, default = 6000 }
columns = { min = 1, max = 1048576, default = 4100 }

[buffers]
a = { role = "in",  type = "f32", shape = ["rows", "columns"], fill = "random" }
x = { role = "in",  type = "f32", shape = ["columns"], fill = "random" }
y = { role = "out", type = "f32", shape = ["rows"], fill = "poison" }

[[launch]]
entry     = "matrix_vector"
grid      = ["ceil_div(rows, warps)"]
block     = [32, "warps"]
arguments = ["y", "a", "x", "rows", "columns"]

[work]
bytes = "4 * rows * columns + 4 * columns + 4 * rows"
flops = "2 * rows * columns"
*/
extern "C" __global__ void matrix_vector(float* y, const float* a, const float* x, unsigned rows, unsigned columns) {
  const unsigned row = blockIdx.x * WARPS + threadIdx.y;
  if (row >= rows) return;
  float sum = 0;
  for (unsigned i = threadIdx.x; i < columns; i += 32) sum += a[size_t(row) * columns + i] * x[i];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
  if (threadIdx.x == 0) y[row] = sum;
}
