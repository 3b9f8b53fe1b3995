/* lanescope
title   = "Transposed matrix times a vector"
summary = "A thread sums up its column over a strip of rows, and adds the sum to the result by an atomic."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
strip = { values = [8, 32, 128, 512], default = 32 }

[problem]
rows    = { min = 1, max = 16777216, default = 4000 }
columns = { min = 1, max = 16777216, default = 4000 }

[buffers]
matrix = { role = "in",    type = "f32", shape = ["rows", "columns"], fill = "random" }
x      = { role = "in",    type = "f32", shape = ["rows"], fill = "random" }
y      = { role = "inout", type = "f32", shape = ["columns"], fill = 4096 }

[[launch]]
entry     = "transposed_vector"
grid      = ["ceil_div(columns, block)", "ceil_div(rows, strip)"]
block     = ["block"]
arguments = ["y", "matrix", "x", "rows", "columns"]

[[require]]
that = "ceil_div(rows, strip) <= 65535"
else = "a grid has at most 65535 strips of rows"

[work]
bytes = "4 * rows * columns + 4 * rows + 8 * columns"
flops = "2 * rows * columns"

[check]
same_as  = "transposed_plain"
output   = "y"
relative = 1e-5

[timing]
repeatable = false
*/
extern "C" __global__ void transposed_vector(float* y, const float* matrix, const float* x, unsigned rows,
                                             unsigned columns) {
  __shared__ float held[STRIP];
  const unsigned first = blockIdx.y * STRIP, count = min(unsigned(STRIP), rows - first);
  for (unsigned i = threadIdx.x; i < count; i += BLOCK) held[i] = x[first + i];
  __syncthreads();
  const unsigned column = blockIdx.x * BLOCK + threadIdx.x;
  if (column >= columns) return;
  const float* at = matrix + size_t(first) * columns + column;
  float sum = 0;
#pragma unroll 4
  for (unsigned i = 0; i < count; ++i, at += columns) sum = fmaf(*at, held[i], sum);
  atomicAdd(&y[column], sum);
}

extern "C" __global__ void transposed_plain(float* y, const float* matrix, const float* x, unsigned rows,
                                            unsigned columns) {
  const unsigned column = blockIdx.x * BLOCK + threadIdx.x;
  if (blockIdx.y != 0 || column >= columns) return;
  double sum = y[column];
  for (unsigned row = 0; row < rows; ++row) sum += double(matrix[size_t(row) * columns + column]) * x[row];
  y[column] = float(sum);
}
