/* lanescope
title   = "Orders in global memory"
summary = "Kernels whose threads meet in words of global memory, in order and in none."

[parameters]
block = { values = [32, 64, 128], default = 64 }
case  = { values = ["sum", "stencil", "reversal", "histogram", "tree", "tree_with_barriers", "own_word", "atomics", "equal", "unequal", "last_block", "last_block_without_fence", "spin_lock", "flags", "volatile_flags", "atomic_ref", "device_barrier", "syncwarp", "bytes", "neighbours", "early", "early_reversal", "never", "block_scope", "block_scope_meets_grid", "block_scope_read", "block_scope_exchange", "block_scope_alone", "grid_scope", "system_scope"], default = "own_word" }

[problem]
n = { min = 64, max = 4096, default = 256 }

[buffers]
in    = { role = "in",  type = "u32", shape = ["n"], fill = "random" }
data  = { role = "inout", type = "u32", shape = ["n"], fill = "random" }
out   = { role = "scratch", type = "u32", shape = ["n"], fill = "zero" }
count = { role = "scratch", type = "u32", shape = [64], fill = "zero" }
later = { role = "scratch", type = "u32", shape = ["n"], fill = "poison" }

[[launch]]
entry     = "global_order"
grid      = ["ceil_div(n, block)"]
block     = ["block"]
arguments = ["data", "out", "count", "later", "in", "n"]

[work]
bytes = "8 * n"
flops = 0
*/
#if CASE == CASE_ATOMIC_REF || CASE == CASE_DEVICE_BARRIER
#include <cuda/atomic>
#include <cuda/barrier>
#endif

// n is a multiple of BLOCK.
extern "C" __global__ void global_order(unsigned* data, unsigned* out, unsigned* count, unsigned* later,
                                        const unsigned* in, unsigned n) {
  const unsigned t = threadIdx.x, i = blockIdx.x * BLOCK + t;
  [[maybe_unused]] const unsigned lane = t % 32;
#if CASE == CASE_SUM
  if (t == 0) count[0] += in[i] % 7 + 1;
#elif CASE == CASE_STENCIL
  const unsigned right = data[(i + 1) % n];
  data[i] = in[i] + right;
#elif CASE == CASE_REVERSAL
  const unsigned other = data[n - 1 - i];
  data[i] = other;
#elif CASE == CASE_HISTOGRAM
  count[in[i] % 8] += 1;
#elif CASE == CASE_TREE
  for (unsigned s = BLOCK / 2; s > 0; s /= 2) {
    if (t < s) data[i] += data[i + s];
  }
#elif CASE == CASE_TREE_WITH_BARRIERS
  for (unsigned s = BLOCK / 2; s > 0; s /= 2) {
    if (t < s) data[i] += data[i + s];
    __syncthreads();
  }
#elif CASE == CASE_OWN_WORD
  for (unsigned k = 0; k < 3; ++k) data[i] += in[i];
#elif CASE == CASE_ATOMICS
  atomicAdd(&count[in[i] % 8], 1u);
  if (t == 0) atomicMax(&count[8], i);
#elif CASE == CASE_EQUAL
  count[5] = 7;
#elif CASE == CASE_UNEQUAL
  count[5] = i / 32;
#elif CASE == CASE_LAST_BLOCK || CASE == CASE_LAST_BLOCK_WITHOUT_FENCE
  __shared__ bool last;
  out[i] = in[i] * 2;
#if CASE == CASE_LAST_BLOCK
  __threadfence();
#endif
  __syncthreads();
  if (t == 0) last = atomicAdd(&count[0], 1u) == gridDim.x - 1;
  __syncthreads();
  if (!last) return;
  unsigned sum = 0;
  for (unsigned k = t; k < n; k += BLOCK) sum += out[k];
  data[t] = sum;
  for (unsigned k = t; k < n; k += BLOCK) out[k] = 0;
#elif CASE == CASE_SPIN_LOCK
  if (t == 0) {
    while (atomicCAS(&count[0], 0u, 1u) != 0) {
    }
    __threadfence();
    count[1] = count[1] + in[i];
    __threadfence();
    atomicExch(&count[0], 0u);
  }
#elif CASE == CASE_FLAGS || CASE == CASE_VOLATILE_FLAGS
  // Each block waits for the one before it, and goes on with what that left.
  if (t == 0) {
    unsigned before = 0;
#if CASE == CASE_FLAGS
    unsigned ready = 0;
    while (blockIdx.x > 0 && ready == 0) {
      asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(ready) : "l"(&count[blockIdx.x - 1]) : "memory");
    }
    if (blockIdx.x > 0) before = out[i - BLOCK];
    out[i] = before + in[i];
    asm volatile("st.release.gpu.u32 [%0], %1;" ::"l"(&count[blockIdx.x]), "r"(1u) : "memory");
#else
    volatile unsigned* const flags = count;
    while (blockIdx.x > 0 && flags[blockIdx.x - 1] == 0) {
    }
    __threadfence();
    if (blockIdx.x > 0) before = out[i - BLOCK];
    out[i] = before + in[i];
    __threadfence();
    flags[blockIdx.x] = 1;
#endif
  }
#elif CASE == CASE_ATOMIC_REF
  if (t == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> mine(count[blockIdx.x]);
    unsigned before = 0;
    if (blockIdx.x > 0) {
      cuda::atomic_ref<unsigned, cuda::thread_scope_device> ready(count[blockIdx.x - 1]);
      while (ready.load(cuda::memory_order_acquire) == 0) {
      }
      before = out[i - BLOCK];
    }
    out[i] = before + in[i];
    mine.store(1, cuda::memory_order_release);
  }
#elif CASE == CASE_DEVICE_BARRIER
  // One for each block.
  auto& barrier = reinterpret_cast<cuda::barrier<cuda::thread_scope_device>*>(count)[blockIdx.x];
  if (t == 0) init(&barrier, BLOCK);
  __syncthreads();
  out[i] = in[i];
  barrier.arrive_and_wait();
  data[i] = out[blockIdx.x * BLOCK + (t + 1) % BLOCK];
#elif CASE == CASE_SYNCWARP
  out[i] = in[i];
  __syncwarp();
  data[i] = out[i - lane + (lane + 1) % 32];
  __syncwarp();
  out[i] = 1;
#elif CASE == CASE_BYTES
  reinterpret_cast<unsigned char*>(out)[i] = in[i];
#elif CASE == CASE_NEIGHBOURS
  // The words of a line belong to threads of several blocks.
  out[t * gridDim.x + blockIdx.x] = in[i];
  out[t * gridDim.x + blockIdx.x] += 1;
#elif CASE == CASE_EARLY
  // What the next block writes, which has not begun.
  if (t == 0) data[i] = later[(i + BLOCK) % n];
  later[i] = in[i];
#elif CASE == CASE_EARLY_REVERSAL
  later[i] = in[i];
  data[i] = later[n - 1 - i];
#elif CASE == CASE_BLOCK_SCOPE
  if (t == 0) atomicAdd_block(&count[3], 1u);
#elif CASE == CASE_BLOCK_SCOPE_MEETS_GRID
  if (t == 0 && blockIdx.x == 0) atomicMax_block(&count[3], i);
  if (t == 0 && blockIdx.x != 0) atomicMax(&count[3], i);
#elif CASE == CASE_BLOCK_SCOPE_READ
  unsigned seen = 0;
  if (t == 0 && blockIdx.x == 0) asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(seen) : "l"(&count[3]));
  if (t == 0 && blockIdx.x != 0) asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(&count[3]), "r"(7u));
  out[i] = seen;
#elif CASE == CASE_BLOCK_SCOPE_EXCHANGE
  if (t == 32) while (atomicCAS_block(&count[3], 0u, 1u) != 0) {}
  if (t == 32) atomicExch_block(&count[3], 0u);
#elif CASE == CASE_BLOCK_SCOPE_ALONE
  // Each block has a word of its own, and reads what another launch wrote.
  atomicAdd_block(&count[blockIdx.x], in[i]);
  __syncthreads();
  if (t == 0) out[i] = atomicExch_block(&count[blockIdx.x], 0u);
#elif CASE == CASE_GRID_SCOPE
  atomicAdd(&count[3], 1u);
#elif CASE == CASE_SYSTEM_SCOPE
  if (blockIdx.x % 2 == 0) atomicAdd_system(&count[3], 1u);
  else atomicAdd(&count[3], 1u);
#elif CASE == CASE_NEVER
  if (i % 2 == 0) later[i] = in[i];
  data[i] = later[i | 1];
#endif
}
