/* lanescope
title   = "What goes wrong with allocated memory"
summary = "Each value of the knob makes one mistake with malloc and free."

[parameters]
mistake = { values = ["none", "past_end", "before", "after_free", "twice", "never", "inside", "uninitialised", "unordered", "exhausted"], default = "none" }

[buffers]
out = { role = "out", type = "u32", shape = [64] }

[[launch]]
entry     = "heap_wrong"
grid      = [1]
block     = [64]
arguments = ["out"]

[work]
bytes = 0
flops = 0
*/
extern "C" __global__ void heap_wrong(unsigned* out) {
  __shared__ unsigned* volatile array;
  const unsigned t = threadIdx.x;
  if (t == 0) {
    array = static_cast<unsigned*>(malloc(64 * sizeof(unsigned)));
    if (MISTAKE != MISTAKE_UNINITIALISED) {
      for (unsigned k = 0; k < 64; ++k) array[k] = k;
    }
  }
  __syncthreads();
  unsigned* const mine = array;
  if (MISTAKE == MISTAKE_PAST_END && t == 40) mine[64 + out[0] % 1] = 1;  // past the end
  if (MISTAKE == MISTAKE_BEFORE && t == 40) mine[-1] = 1;  // before the start
  if (MISTAKE != MISTAKE_UNORDERED) out[t] = mine[63 - t];  // reads
  if (MISTAKE != MISTAKE_UNORDERED) __syncthreads();
  if (MISTAKE == MISTAKE_UNORDERED && t == 33) mine[2] = 9;  // writes beside the free
  if (MISTAKE == MISTAKE_UNORDERED && t > 0) return;
  if (t > 0) return;
  if (MISTAKE == MISTAKE_INSIDE) free(mine + 4);  // inside
  if (MISTAKE == MISTAKE_NEVER) free(out);  // never allocated
  free(mine);  // the right one
  if (MISTAKE == MISTAKE_AFTER_FREE) out[1] = mine[5];  // after it was freed
  if (MISTAKE == MISTAKE_TWICE) free(mine);  // a second time
  if (MISTAKE == MISTAKE_EXHAUSTED) {
    unsigned* all = nullptr;
    for (unsigned k = 0; k < 10; ++k) all = static_cast<unsigned*>(malloc(1u << 20));
    *all = 5;  // through a null pointer
  }
}
