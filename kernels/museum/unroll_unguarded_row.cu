/* lanescope
title   = "Unrolled transpose, guarded only once, by rows"
summary = "One guard for four elements: the unrolled ones leave the row, and the output is written past its end."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "tr.asis.B5 (row)"
claims  = ["With nx a multiple of 4 * block_x nothing is wrong: 128 hides it.", "Nothing stays unwritten: the fault is extra accesses."]

[parameters]
block_x = { values = [8, 16, 32], default = 32 }
block_y = { values = [1, 2, 4, 8], default = 4 }

[problem]
nx = { min = 1, max = 4097, default = 100 }
ny = { min = 1, max = 4097, default = 8 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_unroll_unguarded_row"
grid      = ["ceil_div(nx, 4 * block_x)", "ceil_div(ny, block_y)"]
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

// Each thread turns four elements, BLOCK_X apart, so that four loads are on their way at once.
//
// What is wrong: the guard tests the first of the four. With 100 columns and blocks of 32 the fourth reaches column 127:
// what it loads belongs to the next row of in (in the last row: to nobody), and what it stores are rows 100 to 127 of an
// output that ends with row 99.
// Remedy: test each of the four: if (x + k * BLOCK_X < nx && y < ny).
extern "C" __global__ void transpose_unroll_unguarded_row(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned x = blockIdx.x * BLOCK_X * 4 + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  const size_t from = size_t(y) * nx + x;
  const size_t to = size_t(x) * ny + y;
  if (x < nx && y < ny) {
    for (unsigned k = 0; k < 4; ++k) {
      out[to + size_t(k) * BLOCK_X * ny] = in[from + k * BLOCK_X];
    }
  }
}
