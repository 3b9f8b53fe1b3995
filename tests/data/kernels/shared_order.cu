/* lanescope
title   = "Orders in shared memory"
summary = "What lets one thread see what another has written, and what does not."

[parameters]
block = { values = [64, 128], default = 64 }
case  = { values = ["reader_first", "reader_first_in_warp", "flag", "flag_without_fence", "unused", "used", "equal_after_read", "equal_before_read", "zero_added", "equal_writes", "equal_then_read"], default = "flag" }

[problem]
n = { min = 64, max = 1024, default = 128 }

[buffers]
in  = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
out = { role = "out", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "shared_order"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["out", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
// n is a multiple of BLOCK.
extern "C" __global__ void shared_order(unsigned* out, const unsigned* in, unsigned n) {
  __shared__ unsigned values[BLOCK];
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
#if CASE == CASE_READER_FIRST
  // The first warp begins, and reads what the last one writes.
  if (t < 32) out[i] = values[BLOCK - 32 + t];
  if (t >= BLOCK - 32) values[t] = in[i];
  if (t >= 32) out[i] = 0;
#elif CASE == CASE_READER_FIRST_IN_WARP
  const unsigned left = values[t ^ 1];
  values[t] = in[i];
  out[i] = left;
#elif CASE == CASE_FLAG || CASE == CASE_FLAG_WITHOUT_FENCE
  __shared__ volatile unsigned ready;
  if (t == 0) ready = 0;
  __syncthreads();
  if (t < 32) {
    values[t] = in[i];
    __syncwarp();
    if (t == 0) {
#if CASE == CASE_FLAG
      __threadfence_block();
#endif
      ready = 1;
    }
    out[i] = 0;
  } else if (t < 64) {
    while (ready == 0) {
    }
#if CASE == CASE_FLAG
    __threadfence_block();
#endif
    out[i] = values[t - 32];
  } else {
    out[i] = 0;
  }
#elif CASE == CASE_EQUAL_AFTER_READ || CASE == CASE_EQUAL_BEFORE_READ || CASE == CASE_ZERO_ADDED
  // The first warp reads a word, to which the second one writes what it holds.
  values[t] = i + 5;
  __syncthreads();
  const unsigned reader = CASE == CASE_EQUAL_BEFORE_READ ? 40 : 1, writer = 41 - reader;
  unsigned seen = 0;
  if (t == reader) seen = values[1];  // may see either
  if (t == writer) {
#if CASE == CASE_ZERO_ADDED
    atomicAdd(&values[1], 0u);  // adds nothing
#else
    values[1] += n >> 11;  // writes what it holds
#endif
  }
  out[i] = seen;
#elif CASE == CASE_EQUAL_WRITES || CASE == CASE_EQUAL_THEN_READ
  if (t == 0) values[1] = 0;
  __syncthreads();
  if (t % 8 == 3) values[1] = 9;
  if (CASE == CASE_EQUAL_WRITES) __syncthreads();
  out[i] = values[1];  // reads it
#else
  // The load stands before the choice: who takes the other value does not use what it read.
  if (t % 2 == 0) values[t] = in[i];
  __syncthreads();
  unsigned read, chosen;
  const unsigned use = CASE == CASE_USED ? 1 : t % 2 == 0;
  asm volatile(
      "{\n"
      ".reg .pred p;\n"
      "setp.ne.u32 p, %2, 0;\n"
      "ld.shared.u32 %0, [%3];\n"
      "selp.b32 %1, %0, 0, p;\n"
      "}"
      : "=r"(read), "=r"(chosen)
      : "r"(use), "r"(static_cast<unsigned>(__cvta_generic_to_shared(&values[t]))));
  out[i] = chosen;
#endif
}
