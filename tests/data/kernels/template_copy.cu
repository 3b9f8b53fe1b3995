/* lanescope
title = "A template"

[problem]
n = { min = 1, max = 4096, default = 1000 }

[parameters]
block = { values = [32, 64], default = 32 }
element = { values = ["f32", "u32"], default = "f32" }

[buffers]
in = { role = "in", type = "f32", shape = ["n"] }
out = { role = "out", type = "f32", shape = ["n"] }

[[launch]]
entry = "lesson::copy_all<{element}, {block}>"
grid = ["ceil_div(n, block)"]
block = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"

[check]
reference = "copy"
output = "out"
exact = true
*/
namespace lesson {

template <class T, int BLOCK_SIZE>
__global__ void copy_all(T* out, const T* in, int n) {
  const int i = blockIdx.x * BLOCK_SIZE + threadIdx.x;
  if (i < n) out[i] = in[i];
}

}  // namespace lesson
