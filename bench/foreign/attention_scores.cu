/* lanescope
title   = "Scores of attention in f16"
summary = "Threads multiply queries by keys in pairs of halves; a block holds both in shared memory."

[parameters]
tile = { values = [8, 16, 32], default = 16 }
each = { values = [1, 2, 4], default = 4 }
head = { values = [32, 64], default = 64 }

[problem]
heads   = { min = 1, max = 65535, default = 16 }
queries = { min = 1, max = 65536, default = 1024 }
keys    = { min = 1, max = 65536, default = 1024 }

[buffers]
query  = { role = "in",  type = "f16", shape = ["heads", "queries", "head"], fill = "random" }
key    = { role = "in",  type = "f16", shape = ["heads", "keys", "head"], fill = "random" }
scores = { role = "out", type = "f16", shape = ["heads", "queries", "keys"], fill = "poison" }

[[launch]]
entry     = "attention_scores"
grid      = ["ceil_div(keys, tile * each)", "ceil_div(queries, tile)", "heads"]
block     = ["tile", "tile"]
arguments = ["scores", "query", "key", "queries", "keys"]

[work]
bytes = "2 * heads * (queries * head + keys * head + queries * keys)"
flops = "2 * heads * queries * keys * head"

[check]
same_as = "attention_scores_plain"
output  = "scores"
exact   = true
*/
#include <cuda_fp16.h>

constexpr unsigned pairs = HEAD / 2;

__device__ inline __half score(__half2 sum) {
  return __hmul(__hadd(__low2half(sum), __high2half(sum)), __float2half(0.125f));
}

extern "C" __global__ void attention_scores(__half* scores, const __half2* query, const __half2* key, unsigned queries,
                                            unsigned keys) {
  __shared__ __half2 of_queries[TILE][pairs + 1], of_keys[TILE * EACH][pairs + 1];
  const unsigned first_query = blockIdx.y * TILE, first_key = blockIdx.x * TILE * EACH;
  for (unsigned row = threadIdx.y; row < TILE; row += TILE) {
    const unsigned from = min(first_query + row, queries - 1);
    for (unsigned at = threadIdx.x; at < pairs; at += TILE) {
      of_queries[row][at] = query[(size_t(blockIdx.z) * queries + from) * pairs + at];
    }
  }
  for (unsigned row = threadIdx.y; row < TILE * EACH; row += TILE) {
    const unsigned from = min(first_key + row, keys - 1);
    for (unsigned at = threadIdx.x; at < pairs; at += TILE) {
      of_keys[row][at] = key[(size_t(blockIdx.z) * keys + from) * pairs + at];
    }
  }
  __syncthreads();
  __half2 sums[EACH];
#pragma unroll
  for (unsigned i = 0; i < EACH; ++i) sums[i] = __float2half2_rn(0);
#pragma unroll 8
  for (unsigned at = 0; at < pairs; ++at) {
    const __half2 own = of_queries[threadIdx.y][at];
#pragma unroll
    for (unsigned i = 0; i < EACH; ++i) sums[i] = __hfma2(own, of_keys[i * TILE + threadIdx.x][at], sums[i]);
  }
  const unsigned row = first_query + threadIdx.y;
#pragma unroll
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned column = first_key + i * TILE + threadIdx.x;
    if (row < queries && column < keys) scores[(size_t(blockIdx.z) * queries + row) * keys + column] = score(sums[i]);
  }
}

extern "C" __global__ void attention_scores_plain(__half* scores, const __half2* query, const __half2* key,
                                                  unsigned queries, unsigned keys) {
  const unsigned row = blockIdx.y * TILE + threadIdx.y;
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned column = (blockIdx.x * EACH + i) * TILE + threadIdx.x;
    if (row >= queries || column >= keys) return;
    __half2 sum = __float2half2_rn(0);
    for (unsigned at = 0; at < pairs; ++at) {
      sum = __hfma2(query[(size_t(blockIdx.z) * queries + row) * pairs + at],
                    key[(size_t(blockIdx.z) * keys + column) * pairs + at], sum);
    }
    scores[(size_t(blockIdx.z) * queries + row) * keys + column] = score(sum);
  }
}
