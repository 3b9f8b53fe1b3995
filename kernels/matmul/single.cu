/* lanescope
title   = "Product by one block"
summary = "One thread computes one element of the product, and one block all of them: 1024 elements are the end."
article = "Matrix multiplication: from the CPU to shared tiles"
section = "single block"
claims  = [
  "A product of 33 x 33 is refused: a block has at most 1024 threads.",
  "Each element of a is loaded n times, each of b m times.",
]

[problem]
m = { min = 1, max = 1024, default = 32 }
n = { min = 1, max = 1024, default = 32 }
k = { min = 1, max = 1024, default = 32 }

[[require]]
that = "m * n <= 1024"
else = "one block computes all elements, and has at most 1024 threads"

[buffers]
a = { role = "in",  type = "f32", shape = ["m", "k"], fill = "random" }
b = { role = "in",  type = "f32", shape = ["k", "n"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "n"], fill = "poison" }

[[launch]]
entry     = "matmul_single"
grid      = [1]
block     = ["n", "m"]
arguments = ["c", "a", "b", "m", "n", "k"]

[work]
bytes = "4 * (m * k + k * n + m * n)"
flops = "2 * m * n * k"

[check]
reference = "matmul"
output    = "c"
relative  = "6e-8 * (k + 1)"
*/

// Thread (x, y) walks along row y of a and down column x of b. No thread needs another's result: no barrier.
extern "C" __global__ void matmul_single(float* c, const float* a, const float* b, unsigned m, unsigned n, unsigned k) {
  const unsigned row = threadIdx.y, column = threadIdx.x;
  float sum = 0;
  for (unsigned i = 0; i < k; ++i) sum += a[row * k + i] * b[i * n + column];
  c[row * n + column] = sum;
}
