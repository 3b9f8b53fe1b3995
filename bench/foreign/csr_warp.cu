/* lanescope
title   = "Sparse matrix times a vector, a warp a row"
summary = "Rows of a sparse matrix have 0 to `longest` elements, which the lanes of a warp share."

[parameters]
warps   = { values = [1, 2, 4, 8], default = 4 }
longest = { values = [16, 64, 256, 1024], default = 64 }

[problem]
rows    = { min = 1, max = 16777216, default = 200000 }
columns = { min = 1, max = 268435456, default = 400000 }

[buffers]
first  = { role = "in",  type = "u32", shape = ["rows"], fill = "index", step = "longest" }
length = { role = "in",  type = "u32", shape = ["rows"], fill = "random", below = "longest + 1" }
index  = { role = "in",  type = "u32", shape = ["rows", "longest"], fill = "random", below = "columns" }
values = { role = "in",  type = "f32", shape = ["rows", "longest"], fill = "random" }
x      = { role = "in",  type = "f32", shape = ["columns"], fill = "random" }
y      = { role = "out", type = "f32", shape = ["rows"], fill = "poison" }

[[launch]]
entry     = "csr_warp"
grid      = ["ceil_div(rows, warps)"]
block     = [32, "warps"]
arguments = ["y", "first", "length", "index", "values", "x", "rows"]

[work]
bytes = "4 * rows * longest + 12 * rows + 4 * columns"
flops = "rows * longest"
*/
extern "C" __global__ void csr_warp(float* y, const unsigned* first, const unsigned* length, const unsigned* index,
                                    const float* values, const float* x, unsigned rows) {
  const unsigned row = blockIdx.x * WARPS + threadIdx.y;
  if (row >= rows) return;
  const unsigned begin = first[row], end = begin + length[row];
  float sum = 0;
  for (unsigned at = begin + threadIdx.x; at < end; at += 32) sum += values[at] * x[index[at]];
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffffu, sum, distance);
  if (threadIdx.x == 0) y[row] = sum;
}
