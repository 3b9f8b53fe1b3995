/* lanescope
title   = "Pipelines of libcu++"
summary = "cuda::pipeline of a block, unified and with producers and consumers of their own, of one thread, and cuda::memcpy_async on a barrier."

[parameters]
how   = { values = ["unified", "roles", "thread", "barrier"], default = "unified" }
stages = { values = [1, 2, 3], default = 2 }
mistake = { values = ["none", "no_wait", "early_release"], default = "none" }

[buffers]
in  = { role = "in",  type = "u32", shape = [1280], fill = "random" }
out = { role = "out", type = "u32", shape = [1280], fill = "poison" }

[[launch]]
entry     = "block_pipeline"
grid      = [2]
block     = [128]
arguments = ["out", "in"]

[work]
bytes = "8 * 1280"
flops = 0
*/
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>

namespace cg = cooperative_groups;

// Each block turns 640 elements round, 64 by 64, and adds the number of the tile.
constexpr unsigned tile = 64, tiles = 10;

__device__ void use(unsigned* out, const unsigned* stage, unsigned number, unsigned first, unsigned threads) {
  for (unsigned k = first; k < tile; k += threads) out[number * tile + k] = stage[tile - 1 - k] + number;
}

extern "C" __global__ void block_pipeline(unsigned* out, const unsigned* in) {
  __shared__ alignas(16) unsigned stage[STAGES][tile];
  const unsigned t = threadIdx.x;
  in += blockIdx.x * tile * tiles;
  out += blockIdx.x * tile * tiles;
  [[maybe_unused]] const auto block = cg::this_thread_block();
#if HOW == HOW_UNIFIED || HOW == HOW_ROLES
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, STAGES> state;
#if HOW == HOW_UNIFIED
  auto pipeline = cuda::make_pipeline(block, &state);
  for (unsigned number = 0, fetched = 0; number < tiles; ++number) {
    for (; fetched < tiles && fetched < number + STAGES; ++fetched) {
      pipeline.producer_acquire();
      cuda::memcpy_async(block, stage[fetched % STAGES], in + fetched * tile, sizeof(unsigned) * tile, pipeline);
      pipeline.producer_commit();
    }
    if (MISTAKE != MISTAKE_NO_WAIT) pipeline.consumer_wait();
    if (MISTAKE == MISTAKE_EARLY_RELEASE) pipeline.consumer_release();
    use(out, stage[number % STAGES], number, t, 128);
    if (MISTAKE != MISTAKE_EARLY_RELEASE) pipeline.consumer_release();
  }
#else
  // The last warp loads, the other three work.
  const auto role = t >= 96 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer;
  auto pipeline = cuda::make_pipeline(block, &state, role);
  if (role == cuda::pipeline_role::producer) {
    for (unsigned number = 0; number < tiles; ++number) {
      pipeline.producer_acquire();
      for (unsigned k = t - 96; k < tile; k += 32) {
        cuda::memcpy_async(&stage[number % STAGES][k], in + number * tile + k, sizeof(unsigned), pipeline);
      }
      pipeline.producer_commit();
    }
  } else {
    for (unsigned number = 0; number < tiles; ++number) {
      if (MISTAKE != MISTAKE_NO_WAIT) pipeline.consumer_wait();
      if (MISTAKE == MISTAKE_EARLY_RELEASE) pipeline.consumer_release();
      use(out, stage[number % STAGES], number, t, 96);
      if (MISTAKE != MISTAKE_EARLY_RELEASE) pipeline.consumer_release();
    }
  }
#endif
#elif HOW == HOW_THREAD
  // Each thread of the first two warps fetches what it uses itself.
  if (t >= tile) return;
  auto pipeline = cuda::make_pipeline();
  for (unsigned number = 0, fetched = 0; number < tiles; ++number) {
    for (; fetched < tiles && fetched < number + STAGES; ++fetched) {
      pipeline.producer_acquire();
      cuda::memcpy_async(&stage[fetched % STAGES][t], in + fetched * tile + tile - 1 - t, cuda::aligned_size_t<4>(4), pipeline);
      pipeline.producer_commit();
    }
    if (MISTAKE != MISTAKE_NO_WAIT) cuda::pipeline_consumer_wait_prior<STAGES - 1>(pipeline);
    if (MISTAKE != MISTAKE_NO_WAIT && fetched == tiles) cuda::pipeline_consumer_wait_prior<0>(pipeline);
    out[number * tile + t] = stage[number % STAGES][t] + number;
    pipeline.consumer_release();
  }
#else
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (t == 0) init(&barrier, 128);
  block.sync();
  for (unsigned number = 0; number < tiles; ++number) {
    cuda::memcpy_async(block, stage[0], in + number * tile, cuda::aligned_size_t<16>(sizeof(unsigned) * tile), barrier);
    auto token = barrier.arrive();
    if (MISTAKE != MISTAKE_NO_WAIT) barrier.wait(static_cast<decltype(token)&&>(token));
    use(out, stage[0], number, t, 128);
    if (MISTAKE != MISTAKE_EARLY_RELEASE) block.sync();
  }
#endif
}
