/* lanescope
title   = "Sparse matrix times a vector, in ELL format"
summary = "All rows have the same length, and the elements of neighbouring rows lie beside one another; some are empty."

[parameters]
block  = { values = [64, 128, 256, 512], default = 256 }
number = { values = ["f32", "f64"], default = "f32" }

[problem]
rows    = { min = 1, max = 16777216, default = 300000 }
columns = { min = 1, max = 268435456, default = 300000 }
width   = { min = 1, max = 4096, default = 24 }

[let]
empty = "0 - ceil_div(columns, 4)"

[buffers]
# An element with a negative column is empty: one in five.
column = { role = "in",  type = "i32", shape = ["width", "rows"], fill = "random", from = "empty", below = "columns" }
values = { role = "in",  type = "{number}", shape = ["width", "rows"], fill = "random" }
x      = { role = "in",  type = "{number}", shape = ["columns"], fill = "random" }
y      = { role = "out", type = "{number}", shape = ["rows"], fill = "poison" }

[[launch]]
entry     = "ell_product"
grid      = ["ceil_div(rows, block)"]
block     = ["block"]
arguments = ["y", "column", "values", "x", "rows", "width"]

[work]
bytes = "(number == number_f64 ? 12 : 8) * rows * width + (number == number_f64 ? 8 : 4) * (rows + columns)"
flops = "2 * rows * width"

[check]
same_as = "ell_product_plain"
output  = "y"
exact   = true
*/
#if NUMBER == NUMBER_F64
using Number = double;
#else
using Number = float;
#endif

extern "C" __global__ void ell_product(Number* y, const int* column, const Number* values, const Number* x,
                                       unsigned rows, unsigned width) {
  const unsigned row = blockIdx.x * BLOCK + threadIdx.x;
  if (row >= rows) return;
  Number sum = 0;
  for (unsigned i = 0; i < width; ++i) {
    const size_t at = size_t(i) * rows + row;
    const int from = column[at];
    if (from >= 0) sum = fma(values[at], __ldg(&x[from]), sum);
  }
  y[row] = sum;
}

extern "C" __global__ void ell_product_plain(Number* y, const int* column, const Number* values, const Number* x,
                                             unsigned rows, unsigned width) {
  if (threadIdx.x != 0) return;
  for (unsigned row = blockIdx.x * BLOCK; row < min((blockIdx.x + 1) * BLOCK, rows); ++row) {
    y[row] = 0;
    for (size_t at = row; at < size_t(width) * rows; at += rows) {
      if (column[at] >= 0) y[row] = fma(values[at], x[column[at]], y[row]);
    }
  }
}
