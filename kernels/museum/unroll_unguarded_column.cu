/* lanescope
title   = "Unrolled transpose, guarded only once, by columns"
summary = "One guard for four elements: the unrolled ones overwrite the beginning of the next row with what lies behind the input."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "tr.asis.B5 (column)"
claims  = ["With ny a multiple of 4 * block_x nothing is wrong.", "Where the load past the end does not stop the kernel, rows of out change silently."]

[parameters]
block_x = { values = [8, 16, 32], default = 32 }
block_y = { values = [1, 2, 4, 8], default = 1 }

[problem]
nx = { min = 1, max = 4097, default = 8 }
ny = { min = 1, max = 4097, default = 100 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_unroll_unguarded_column"
grid      = ["ceil_div(ny, 4 * block_x)", "ceil_div(nx, block_y)"]
block     = ["block_x", "block_y"]
arguments = ["out", "in", "nx", "ny"]

[work]
bytes = "2 * 4 * nx * ny"
flops = "0"

[check]
reference = "transpose"
output    = "out"
exact     = true

[expect]
fault = "out_of_bounds"
*/

// x and y run over the output, which has nx rows of ny elements; each thread turns four of them, BLOCK_X apart.
//
// What is wrong: the guard tests the first of the four. With rows of 100 elements and blocks of 32 the fourth reaches
// element 127 of its row: it loads rows 100 to 127 of an input that ends with row 99, and stores over the first elements
// of the next row. Which of the two threads stores last decides what that row holds.
// Remedy: test each of the four: if (x + k * BLOCK_X < ny && y < nx).
extern "C" __global__ void transpose_unroll_unguarded_column(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned x = blockIdx.x * BLOCK_X * 4 + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const size_t to = size_t(y) * ny + x;
  const size_t from = size_t(x) * nx + y;
  if (x < ny && y < nx) {
    for (unsigned k = 0; k < 4; ++k) {
      out[to + k * BLOCK_X] = in[from + size_t(k) * BLOCK_X * nx];
    }
  }
}
