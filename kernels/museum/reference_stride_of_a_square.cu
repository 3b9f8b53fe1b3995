/* lanescope
title   = "A transpose that is only right for squares"
summary = "The output index uses the stride of the input: rectangles are scattered, and wide ones are written past the end."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "tr.asis.B1"
claims  = ["With ny = nx the result is right.", "With ny > nx nothing is out of bounds, but elements collide and others stay unwritten."]

[parameters]
block_x = { values = [1, 2, 4, 8, 16, 32], default = 8 }
block_y = { values = [1, 2, 4, 8, 16, 32], default = 4 }

[problem]
nx = { min = 1, max = 1024, default = 8 }
ny = { min = 1, max = 1024, default = 6 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_stride_of_a_square"
grid      = ["ceil_div(nx, block_x)", "ceil_div(ny, block_y)"]
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

// The article's reference on the CPU, one thread an element. The transposed matrix has nx rows of ny elements, so a row
// of out begins every ny elements; the index below lets it begin every nx, as in the input.
//
// What is wrong: x * nx + y is right only where nx == ny. With 8 columns and 6 rows the last column begins at 56, in a
// buffer of 48 elements. A reference with this fault was never noticed, because it was tested with squares only.
// Remedy: out[x * ny + y]. Test a transpose with nx != ny first.
extern "C" __global__ void transpose_stride_of_a_square(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x < nx && y < ny) {
    out[size_t(x) * nx + y] = in[size_t(y) * nx + x];
  }
}
