/* lanescope
title   = "Two arrays into a third, four elements a load"
summary = "z = a x + b y by vectors of four in a loop over the whole grid; the last threads take what is left over."

[parameters]
block = { values = [64, 128, 256, 512, 1024], default = 256 }
waves = { values = [1, 2, 4, 8, 16], default = 4 }      # blocks for each of 132 SMs

[problem]
n = { min = 1, max = 1073741824, default = 10000001 }

[buffers]
x = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
y = { role = "in",  type = "f32", shape = ["n"], fill = "random" }
z = { role = "out", type = "f32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "axpby_fours"
grid      = ["min(132 * waves, ceil_div(n, 4 * block))"]
block     = ["block"]
arguments = ["z", "x", "y", 1.5, -0.75, "n"]

[work]
bytes = "12 * n"
flops = "3 * n"

[check]
same_as = "axpby_plain"
output  = "z"
exact   = true
*/
__device__ inline float joined(float a, float x, float b, float y) {
  return fmaf(a, x, b * y);
}

extern "C" __global__ void axpby_fours(float* z, const float* x, const float* y, float a, float b, unsigned n) {
  const unsigned first = blockIdx.x * BLOCK + threadIdx.x, fours = n / 4;
  for (unsigned i = first; i < fours; i += gridDim.x * BLOCK) {
    const float4 left = reinterpret_cast<const float4*>(x)[i], right = reinterpret_cast<const float4*>(y)[i];
    reinterpret_cast<float4*>(z)[i] = make_float4(joined(a, left.x, b, right.x), joined(a, left.y, b, right.y),
                                                  joined(a, left.z, b, right.z), joined(a, left.w, b, right.w));
  }
  const unsigned last = 4 * fours + first;
  if (last < n) z[last] = joined(a, x[last], b, y[last]);
}

extern "C" __global__ void axpby_plain(float* z, const float* x, const float* y, float a, float b, unsigned n) {
  for (unsigned i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK) z[i] = joined(a, x[i], b, y[i]);
}
