/* lanescope
title   = "Gradient of an embedding"
summary = "Each thread adds elements of a token's gradient to the row of its word, which several tokens may share."

[parameters]
block = { values = [64, 128, 256], default = 128 }
each  = { values = [1, 2, 4], default = 1 }

[problem]
tokens = { min = 1, max = 1048576, default = 16384 }
words  = { min = 1, max = 1048576, default = 32000 }
width  = { min = 1, max = 8192, default = 512 }

[buffers]
word     = { role = "in",    type = "u32", shape = ["tokens"], fill = "random", below = "words" }
gradient = { role = "in",    type = "f32", shape = ["tokens", "width"], fill = "random" }
table    = { role = "inout", type = "f32", shape = ["words", "width"], fill = "zero" }

[[launch]]
entry     = "embedding_gradient"
grid      = ["ceil_div(width, block * each)", "min(tokens, 65535)"]
block     = ["block"]
arguments = ["table", "word", "gradient", "tokens", "width"]

[work]
bytes = "4 * tokens + 12 * tokens * width"
flops = "tokens * width"

[timing]
repeatable = false
*/
extern "C" __global__ void embedding_gradient(float* table, const unsigned* word, const float* gradient,
                                              unsigned tokens, unsigned width) {
  for (unsigned token = blockIdx.y; token < tokens; token += gridDim.y) {
    float* const row = table + size_t(word[token]) * width;
#pragma unroll
    for (unsigned i = 0; i < EACH; ++i) {
      const unsigned column = (blockIdx.x * EACH + i) * BLOCK + threadIdx.x;
      if (column < width) atomicAdd(&row[column], gradient[size_t(token) * width + column]);
    }
  }
}
