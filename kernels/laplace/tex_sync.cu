/* lanescope
title   = "Laplace through a texture, with a barrier"
summary = "A barrier that nobody needs, between the loads and the store: what does waiting for the whole block cost?"
article = "1-D periodic Laplace: texture or shared memory"
section = "texture with __syncthreads"
claims  = ["In 2008 the barrier made it a third slower; with enough warps on an SM it costs little today."]

[parameters]
block = { values = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024], default = 512 }

[problem]
n = { min = 1, max = 268435456, default = 1048576 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "laplace_tex_sync"
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

// The threads beyond n have nothing to load or store, but they must come to the barrier like all others: the guards are on
// the loads and on the store. The article leaves out that of the store, and 512 threads write past the end.
extern "C" __global__ void laplace_tex_sync(float* y, cudaTextureObject_t ring, unsigned n) {
  const unsigned i = blockIdx.x * BLOCK + threadIdx.x;
  float a = 0, b = 0, c = 0;
  if (i < n) {
    a = tex1Dfetch<float>(ring, i == n - 1 ? 0 : i + 1);
    b = tex1Dfetch<float>(ring, i);
    c = tex1Dfetch<float>(ring, i == 0 ? n - 1 : i - 1);
  }
  __syncthreads();
  if (i < n) y[i] = a - 2 * b + c;
}
