/* lanescope
title   = "Laplace through a texture"
summary = "The same loads through the texture unit: in 2008 the only cache that global memory had."
article = "1-D periodic Laplace: texture or shared memory"
section = "texture"
claims  = [
  "On a GPU of today naive, ldg and texture take the same time, and shared memory does not help.",
  "In 2008 it was twice as fast as naive.",
]

[parameters]
block = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 512 }

[problem]
n = { min = 1, max = 268435456, default = 1048576 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_tex"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["y", "ring", "n"]
textures  = [{ name = "ring", buffer = "x", layout = "linear", filter = "point", address = "clamp", normalized = false }]

[work]
bytes = "8 * n"
flops = "3 * n"

[check]
reference = "laplace"
output    = "y"
exact     = true
*/

// A texture over linear memory is a view of the same bytes. The article's texture references are gone since CUDA 12: this is
// a texture object.
extern "C" __global__ void laplace_tex(float* y, cudaTextureObject_t ring, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  const unsigned next = i == n - 1 ? 0 : i + 1, previous = i == 0 ? n - 1 : i - 1;
  y[i] = tex1Dfetch<float>(ring, next) - 2 * tex1Dfetch<float>(ring, i) + tex1Dfetch<float>(ring, previous);
}
