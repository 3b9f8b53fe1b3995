/* lanescope
title   = "Inverses by pivots, a thread a matrix"
summary = "Each thread inverts a small matrix; rows are chosen at run time, so that it lies in local memory."

[parameters]
block = { values = [32, 64, 128, 256], default = 64 }
order = { values = [3, 4, 6, 8], default = 6 }

[problem]
matrices = { min = 1, max = 4194304, default = 100000 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["matrices", "order", "order"], fill = "random" }
out = { role = "out", type = "f32", shape = ["matrices", "order", "order"], fill = "poison" }

[[launch]]
entry     = "inverse_thread"
grid      = ["ceil_div(matrices, block)"]
block     = ["block"]
arguments = ["out", "in", "matrices"]

[work]
bytes = "8 * order * order * matrices"
flops = "2 * order * order * order * matrices"
*/
extern "C" __global__ void inverse_thread(float* out, const float* in, unsigned matrices) {
  const unsigned matrix = blockIdx.x * BLOCK + threadIdx.x;
  if (matrix >= matrices) return;
  float a[ORDER][ORDER], inverse[ORDER][ORDER];
  for (int row = 0; row < ORDER; ++row) {
    for (int column = 0; column < ORDER; ++column) {
      a[row][column] = in[(size_t(matrix) * ORDER + row) * ORDER + column];
      inverse[row][column] = row == column ? 1.0f : 0.0f;
    }
  }
#pragma unroll 1
  for (int step = 0; step < ORDER; ++step) {
    int pivot = step;
    for (int row = step + 1; row < ORDER; ++row) {
      if (fabsf(a[row][step]) > fabsf(a[pivot][step])) pivot = row;
    }
    const float factor = 1.0f / a[pivot][step];
    for (int column = 0; column < ORDER; ++column) {
      const float of_a = a[pivot][column], of_inverse = inverse[pivot][column];
      a[pivot][column] = a[step][column], inverse[pivot][column] = inverse[step][column];
      a[step][column] = of_a * factor, inverse[step][column] = of_inverse * factor;
    }
    for (int row = 0; row < ORDER; ++row) {
      if (row == step) continue;
      const float times = a[row][step];
      for (int column = 0; column < ORDER; ++column) {
        a[row][column] -= times * a[step][column];
        inverse[row][column] -= times * inverse[step][column];
      }
    }
  }
  for (int row = 0; row < ORDER; ++row) {
    for (int column = 0; column < ORDER; ++column) {
      out[(size_t(matrix) * ORDER + row) * ORDER + column] = inverse[row][column];
    }
  }
}
