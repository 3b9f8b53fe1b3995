/* lanescope
title   = "Rows of a sparse matrix times a vector"
summary = "A thread takes a row whose elements name random columns; elements of 32 rows lie side by side (ELLPACK)."

[parameters]
block = { values = [64, 128, 256, 512], default = 128 }
each  = { values = [4, 8, 16, 32], default = 16 }

[problem]
rows    = { min = 1, max = 16777216, default = 1000000 }
columns = { min = 1, max = 268435456, default = 300000 }

[buffers]
index  = { role = "in",  type = "u32", shape = ["each", "rows"], fill = "random" }
values = { role = "in",  type = "f32", shape = ["each", "rows"], fill = "random" }
x      = { role = "in",  type = "f32", shape = ["columns"], fill = "random" }
y      = { role = "out", type = "f32", shape = ["rows"], fill = "poison" }

[[launch]]
entry     = "gather_rows"
grid      = ["ceil_div(rows, block)"]
block     = ["block"]
arguments = ["y", "index", "values", "x", "rows", "columns"]

[work]
bytes = "(8 * each + 4) * rows + 4 * columns"
flops = "2 * each * rows"
*/
extern "C" __global__ void gather_rows(float* y, const unsigned* index, const float* values, const float* x,
                                       unsigned rows, unsigned columns) {
  const unsigned row = blockIdx.x * BLOCK + threadIdx.x;
  if (row >= rows) return;
  float sum = 0;
  for (unsigned i = 0; i < EACH; ++i) {
    const size_t at = size_t(i) * rows + row;
    sum += values[at] * x[index[at] % columns];
  }
  y[row] = sum;
}
