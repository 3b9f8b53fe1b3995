/* lanescope
title   = "Cholesky factors, a thread a matrix"
summary = "A thread keeps half of its small matrix in registers; with 24 rows they do not suffice."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }
order = { values = [4, 8, 12, 16, 24], default = 8 }

[problem]
matrices = { min = 1, max = 16777216, default = 400000 }

[let]
elements = "order * (order + 1) / 2"

[buffers]
in  = { role = "in",  type = "f32", shape = ["elements", "matrices"], fill = "random" }
out = { role = "out", type = "f32", shape = ["elements", "matrices"], fill = "poison" }

[[launch]]
entry     = "cholesky_thread"
grid      = ["ceil_div(matrices, block)"]
block     = ["block"]
arguments = ["out", "in", "matrices"]

[work]
bytes = "8 * elements * matrices"
flops = "order * order * order / 3 * matrices"
*/
extern "C" __global__ void cholesky_thread(float* out, const float* in, unsigned matrices) {
  const unsigned matrix = blockIdx.x * BLOCK + threadIdx.x;
  if (matrix >= matrices) return;
  float a[ORDER][ORDER];
#pragma unroll
  for (int row = 0; row < ORDER; ++row) {
#pragma unroll
    for (int column = 0; column <= row; ++column) {
      a[row][column] = in[size_t(row * (row + 1) / 2 + column) * matrices + matrix];
    }
    a[row][row] += 2 * ORDER;  // so that the matrix is positive definite
  }
#pragma unroll
  for (int column = 0; column < ORDER; ++column) {
#pragma unroll
    for (int k = 0; k < column; ++k) a[column][column] -= a[column][k] * a[column][k];
    const float factor = rsqrtf(a[column][column]);
    a[column][column] *= factor;
#pragma unroll
    for (int row = column + 1; row < ORDER; ++row) {
#pragma unroll
      for (int k = 0; k < column; ++k) a[row][column] -= a[row][k] * a[column][k];
      a[row][column] *= factor;
    }
  }
#pragma unroll
  for (int row = 0; row < ORDER; ++row) {
#pragma unroll
    for (int column = 0; column <= row; ++column) {
      out[size_t(row * (row + 1) / 2 + column) * matrices + matrix] = a[row][column];
    }
  }
}
