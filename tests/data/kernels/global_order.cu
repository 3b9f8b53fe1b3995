/* lanescope
title   = "Orders in global memory"
summary = "Kernels whose threads meet in words of global memory, in order and in none."

[parameters]
block = { values = [32, 64, 128], default = 64 }
case  = { values = ["sum", "stencil", "reversal", "histogram", "tree", "tree_with_barriers", "own_word", "atomics", "equal", "unequal", "last_block", "last_block_without_fence", "spin_lock", "flags", "volatile_flags", "atomic_ref", "device_barrier", "syncwarp", "bytes", "neighbours", "early", "early_reversal", "never", "block_scope", "block_scope_meets_grid", "block_scope_read", "block_scope_exchange", "block_scope_alone", "grid_scope", "system_scope", "fences", "fence_missing_before", "fence_missing_behind", "block_fence_before", "block_fence_behind", "fence_of_another", "fence_too_early", "store_behind_fence", "release_acquire", "release_relaxed", "relaxed_acquire", "release_of_block", "lock", "lock_opened_without_fence", "lock_taken_without_fence", "block_lock", "handed_on", "fenced_before_barrier", "read_before_barrier", "rows", "row_read_before_write", "row_written_before_read", "row_written_by_two", "row_kept_by_words"], default = "own_word" }

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
#elif CASE == CASE_ROWS
  // Each warp its own row again and again, then the next one's behind a barrier.
  const unsigned j = blockIdx.x * BLOCK + (t + 32) % BLOCK;
  for (unsigned k = 0; k < 3; ++k) data[i] = data[i] * in[i] + k;
  __syncthreads();
  data[j] += 1;
  __syncthreads();
  data[i] += in[i];
#elif CASE == CASE_ROW_READ_BEFORE_WRITE
  const unsigned next = data[blockIdx.x * BLOCK + (t + 32) % BLOCK];  // read first
  data[i] = next * in[i];                                             // written behind
#elif CASE == CASE_ROW_WRITTEN_BEFORE_READ
  data[i] = in[i];                                                    // written first
  const unsigned next = data[blockIdx.x * BLOCK + (t + 32) % BLOCK];  // read behind
  out[i] = next;
#elif CASE == CASE_ROW_WRITTEN_BY_TWO
  data[i] = data[i] + in[i];
  data[blockIdx.x * BLOCK + (t + 32) % BLOCK] = t;  // that of the next
#elif CASE == CASE_ROW_KEPT_BY_WORDS
  data[i] = data[i] + 1;
  if (lane == 3) data[i] = data[i] + in[i];
  if (lane == 7) data[blockIdx.x * BLOCK + (t + 32) % BLOCK] = 5;  // one word of the next
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
#elif CASE == CASE_FENCES || CASE == CASE_FENCE_MISSING_BEFORE || CASE == CASE_FENCE_MISSING_BEHIND || \
    CASE == CASE_BLOCK_FENCE_BEFORE || CASE == CASE_BLOCK_FENCE_BEHIND || CASE == CASE_FENCE_OF_ANOTHER || \
    CASE == CASE_FENCE_TOO_EARLY || CASE == CASE_STORE_BEHIND_FENCE || CASE == CASE_RELEASE_ACQUIRE || \
    CASE == CASE_RELEASE_RELAXED || CASE == CASE_RELAXED_ACQUIRE || CASE == CASE_RELEASE_OF_BLOCK || \
    CASE == CASE_FENCED_BEFORE_BARRIER || CASE == CASE_READ_BEFORE_BARRIER
  // The first block hands a value to the second one.
  if (blockIdx.x == 0) {
#if CASE == CASE_FENCE_TOO_EARLY
    __threadfence();
#endif
    if (t == 0) out[3] = 7;  // handed over
#if CASE == CASE_FENCED_BEFORE_BARRIER
    __threadfence();
    __syncthreads();
#endif
    if (t == 0) {
#if CASE == CASE_BLOCK_FENCE_BEFORE
      __threadfence_block();
#elif CASE != CASE_FENCE_MISSING_BEFORE && CASE != CASE_FENCE_TOO_EARLY && CASE != CASE_RELEASE_ACQUIRE && \
    CASE != CASE_RELEASE_RELAXED && CASE != CASE_RELEASE_OF_BLOCK && CASE != CASE_FENCED_BEFORE_BARRIER
      __threadfence();
#endif
#if CASE == CASE_STORE_BEHIND_FENCE
      out[3] = 8;  // changed too late
#endif
#if CASE == CASE_RELEASE_ACQUIRE || CASE == CASE_RELEASE_RELAXED
      asm volatile("red.release.gpu.global.add.u32 [%0], 1;" ::"l"(&count[0]) : "memory");
#elif CASE == CASE_RELEASE_OF_BLOCK
      asm volatile("red.release.cta.global.add.u32 [%0], 1;" ::"l"(&count[1]) : "memory");
      atomicExch(&count[0], 1u);
#else
      atomicExch(&count[0], 1u);
#endif
    }
  } else if (blockIdx.x == 1) {
    if (t == 0) {
#if CASE == CASE_RELEASE_ACQUIRE || CASE == CASE_RELAXED_ACQUIRE
      unsigned ready = 0;
      while (ready == 0) asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(ready) : "l"(&count[0]) : "memory");
#else
      while (atomicAdd(&count[0], 0u) == 0) {
      }
#endif
#if CASE == CASE_BLOCK_FENCE_BEHIND
      __threadfence_block();
#elif CASE != CASE_FENCE_MISSING_BEHIND && CASE != CASE_RELEASE_ACQUIRE && CASE != CASE_RELEASE_RELAXED && \
    CASE != CASE_RELAXED_ACQUIRE && CASE != CASE_FENCE_OF_ANOTHER && CASE != CASE_READ_BEFORE_BARRIER
      __threadfence();
#endif
    }
#if CASE == CASE_FENCE_OF_ANOTHER
    if (t == 32) __threadfence();
#elif CASE == CASE_READ_BEFORE_BARRIER
    __syncthreads();
#endif
    if (t == 0) data[3] = out[3];  // received
  }
#elif CASE == CASE_LOCK || CASE == CASE_LOCK_OPENED_WITHOUT_FENCE || CASE == CASE_LOCK_TAKEN_WITHOUT_FENCE || \
    CASE == CASE_BLOCK_LOCK
  const bool takes = CASE == CASE_BLOCK_LOCK ? blockIdx.x == 0 && lane == 0 : t == 0;
  if (takes) {
    while (CASE == CASE_BLOCK_LOCK ? atomicCAS_block(&count[0], 0u, 1u) : atomicCAS(&count[0], 0u, 1u)) {
    }
#if CASE == CASE_BLOCK_LOCK
    __threadfence_block();
#elif CASE != CASE_LOCK_TAKEN_WITHOUT_FENCE
    __threadfence();
#endif
    count[1] = count[1] + i;  // guarded
#if CASE == CASE_BLOCK_LOCK
    __threadfence_block();
#elif CASE != CASE_LOCK_OPENED_WITHOUT_FENCE
    __threadfence();
#endif
    if (CASE == CASE_BLOCK_LOCK) atomicExch_block(&count[0], 0u);
    else atomicExch(&count[0], 0u);
  }
#elif CASE == CASE_HANDED_ON
  // From block to block: who reads the last flag knows what the first one wrote.
  if (t == 0) {
    if (blockIdx.x == 0) out[0] = 5;
    if (blockIdx.x > 0) {
      while (atomicAdd(&count[blockIdx.x], 0u) == 0) {
      }
      __threadfence();
    }
    if (blockIdx.x == gridDim.x - 1) data[0] = out[0];
    __threadfence();
    atomicExch(&count[blockIdx.x + 1], 1u);
  }
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
