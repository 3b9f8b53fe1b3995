/* lanescope
title   = "Column transpose that reads another shape"
summary = "Taking the input for a matrix with its rows and columns exchanged gives a wrong result that stays in bounds."
article = "CUDA basics 4.4: the bandwidth of a matrix transpose"
section = "tr.asis.B7"
claims  = ["With ny = nx the result is right.", "No access is out of bounds and every element is written: only comparing shows it."]

[parameters]
block_x = { values = [1, 2, 4, 8, 16, 32], default = 32 }
block_y = { values = [1, 2, 4, 8, 16, 32], default = 8 }

[problem]
nx = { min = 1, max = 4096, default = 48 }
ny = { min = 1, max = 4096, default = 32 }

[buffers]
in  = { role = "in",  type = "f32", shape = ["ny", "nx"], fill = "random" }
out = { role = "out", type = "f32", shape = ["nx", "ny"], fill = "poison" }

[[launch]]
entry     = "transpose_of_the_other_shape"
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
fault = "mismatch"
*/

// Exchanging the two indices of the row version turns coalesced loads into coalesced stores, and quietly also the shape:
// x * ny + y walks over a matrix of nx rows of ny elements, but in has ny rows of nx.
//
// What is wrong: for a rectangle the elements that are read stand elsewhere. All of them are inside the buffer and each is
// used once, so neither bounds nor coverage shows it; on a square nothing is wrong at all.
// Remedy: let x and y run over the output: out[y * ny + x] = in[x * nx + y] with x < ny, y < nx.
extern "C" __global__ void transpose_of_the_other_shape(float* out, const float* in, unsigned nx, unsigned ny) {
  const unsigned x = blockIdx.x * BLOCK_X + threadIdx.x;
  const unsigned y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x < nx && y < ny) {
    out[size_t(y) * nx + x] = in[size_t(x) * ny + y];
  }
}
