/* lanescope
title   = "Texture fetches"
summary = "Linear memory, a 1-D array at points and a 2-D array with a filter."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 300 }

[buffers]
in    = { role = "in",  type = "f32", shape = [7, 9], fill = "random" }
wave  = { role = "in",  type = "f32", shape = [12], fill = "random" }
out   = { role = "out", type = "f32", shape = [3, "n"], fill = "poison" }

[[launch]]
entry     = "texture_lookup"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "memory", "curve", "plane", "n"]
textures  = [
  { name = "memory", buffer = "in", layout = "linear", filter = "point", address = "clamp", normalized = false },
  { name = "curve", buffer = "wave", layout = "array_1d", filter = "point", address = "wrap", normalized = true },
  { name = "plane", buffer = "in", layout = "array_2d", filter = "linear", address = "clamp", normalized = false },
]

[work]
bytes = "8 * n"
flops = 0
*/
// Row 0: linear memory, one texel to the left. Row 1: a curve that repeats, at points. Row 2: between the texels of a plane.
extern "C" __global__ void texture_lookup(float* out, cudaTextureObject_t memory, cudaTextureObject_t curve,
                                          cudaTextureObject_t plane, int n) {
  const int i = blockIdx.x * BLOCK + threadIdx.x;
  if (i >= n) return;
  out[i] = tex1Dfetch<float>(memory, i - 1);
  out[n + i] = tex1D<float>(curve, float(i) * 0.0123f - 1.5f);
  out[2 * n + i] = tex2D<float>(plane, float(i % 37) * 0.27f - 0.8f, float(i / 37) * 0.61f);
}
