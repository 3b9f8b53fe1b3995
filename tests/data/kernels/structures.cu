/* lanescope
title = "Structures and vectors by value"

[problem]
N = { min = 1, max = 1048576, default = 1000 }

[buffers]
in = { role = "in", type = "f32", shape = ["N + 5"], fill = "index" }
out = { role = "out", type = "f32", shape = ["N"] }
more = { role = "out", type = "u32", shape = ["N"] }

[[launch]]
entry = "combine"
grid = ["ceil_div(N, 64)"]
block = [64]
arguments = [
  { fields = [
    "const float* in = in + 5",
    "int n = N",
    "float w[3] = {0.25, -0.5, 2}",
    "struct { short first = -3; unsigned long long wide = 1099511627776 } pair[2]",
    "bool flip = true",
    "float* nowhere = null",
  ] },
  "float4(1, 2.5, -3, N)",
  "dim3(N, 2)",
  "{ char tag = 65; float* out = out; unsigned int* more = more }",
  "{ double2 ends = {0.5, 1.5}; short4 s = {1, 2, 3, 4} }",
]
*/
struct Pair {
  short first;
  unsigned long long wide;
};
struct Input {
  const float* in;
  int n;
  float w[3];
  Pair pair[2];
  bool flip;
  float* nowhere;
};
struct alignas(32) Output {
  char tag;
  float* out;
  unsigned* more;
};
struct Ends {
  double2 ends;
  short4 s;
};

extern "C" __global__ void combine(Input input, float4 four, dim3 extent, Output output, Ends ends) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= extent.x * extent.z || i >= input.n) return;
  float value = input.in[i] * input.w[i % 3] + four.y + four.w;
  if (input.flip && input.nowhere == nullptr) value = -value;
  output.out[i] = value + static_cast<float>(ends.ends.x + ends.ends.y);
  const unsigned wide = static_cast<unsigned>(input.pair[1].wide >> 32);
  output.more[i] = wide + extent.y * i + output.tag + ends.s.w + static_cast<unsigned>(input.pair[0].first + 3);
}
