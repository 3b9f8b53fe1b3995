/* lanescope
title   = "Barriers behind a return"
summary = "Threads behind the end return before a barrier that the others wait at."

[parameters]
block = { values = [32, 64, 128, 256], default = 128 }

[problem]
n = { min = 1, max = 1048576, default = 1000 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "barrier_after_return"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
// Each thread takes the value of its neighbour, as far as there is one. What the threads that return have written is there
// when the others have passed the barrier.
extern "C" __global__ void barrier_after_return(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned values[BLOCK];
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  values[t] = 0;
  if (i >= n) return;
  values[t] = in[i];
  __syncthreads();
  out[i] = values[(t + 1) % BLOCK];
  __syncthreads();
}
