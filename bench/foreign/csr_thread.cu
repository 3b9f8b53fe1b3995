/* lanescope
title   = "Sparse matrix times a vector, a thread a row"
summary = "Rows of a sparse matrix (CSR) are uneven, so that lanes of a warp leave the loop at different trips."

[parameters]
block = { values = [64, 128, 256, 512], default = 128 }
mean  = { values = [4, 16, 64], default = 16 }

[problem]
rows    = { min = 1, max = 16777216, default = 500000 }
columns = { min = 1, max = 268435456, default = 500000 }

[let]
elements = "(rows + 1) * mean"

[buffers]
# Row r begins at r * mean + shift[r], so that rows are uneven and lie behind one another without gaps.
shift  = { role = "in",  type = "u32", shape = ["rows + 1"], fill = "random", below = "mean" }
index  = { role = "in",  type = "u32", shape = ["elements"], fill = "random", below = "columns" }
values = { role = "in",  type = "f32", shape = ["elements"], fill = "random" }
x      = { role = "in",  type = "f32", shape = ["columns"], fill = "random" }
y      = { role = "out", type = "f32", shape = ["rows"], fill = "poison" }

[[launch]]
entry     = "csr_thread"
grid      = ["ceil_div(rows, block)"]
block     = ["block"]
arguments = ["y", "shift", "index", "values", "x", "rows"]

[work]
bytes = "8 * rows * mean + 8 * rows + 4 * columns"
flops = "2 * rows * mean"
*/
extern "C" __global__ void csr_thread(float* y, const unsigned* shift, const unsigned* index, const float* values,
                                      const float* x, unsigned rows) {
  const unsigned row = blockIdx.x * BLOCK + threadIdx.x;
  if (row >= rows) return;
  const unsigned end = (row + 1) * MEAN + shift[row + 1];
  float sum = 0;
  for (unsigned at = row * MEAN + shift[row]; at < end; ++at) sum += values[at] * x[index[at]];
  y[row] = sum;
}
