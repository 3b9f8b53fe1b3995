/* lanescope
title   = "Diagonal block order on a grid that is no square, by columns"
summary = "Renumbering blocks along diagonals as if the grid were square visits some tiles twice and half of them never."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "tr.asis.B6 (column)"
claims  = ["With block_x = block_y the result is right.", "A square matrix is not enough: the grid must be square."]

[parameters]
block_x = { values = [8, 16, 32], default = 16 }
block_y = { values = [4, 8, 16, 32], default = 8 }

[problem]
nx = { min = 1, max = 4096, default = 64 }
ny = { min = 1, max = 4096, default = 64 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_diagonal_column"
grid      = ["ceil_div(ny, block_x)", "ceil_div(nx, block_y)"]
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
fault = "unwritten"
*/

// Blocks that run at the same time take tiles of one diagonal, so that they meet in different partitions of the memory;
// x and y run over the output, which has nx rows of ny elements.
//
// What is wrong: (column, row) = ((bx + by) mod gridDim.x, bx) is one-to-one only where gridDim.x == gridDim.y. Here the
// matrix is square and the block is not: 4 x 8 tiles, and a row number that is taken from blockIdx.x never gets beyond 3.
// The lower half of out is never written.
// Remedy: number the blocks first and take the diagonal of the real grid:
//   id = bx + gridDim.x * by, row = id % gridDim.y, column = (id / gridDim.y + row) % gridDim.x.
extern "C" __global__ void transpose_diagonal_column(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned block_row = blockIdx.x;
  const unsigned block_column = (blockIdx.x + blockIdx.y) % gridDim.x;
  const unsigned x = block_column * BLOCK_X + threadIdx.x;
  const unsigned y = block_row * BLOCK_Y + threadIdx.y;
  if (x < ny && y < nx) {
    out[size_t(y) * ny + x] = in[size_t(x) * nx + y];
  }
}
