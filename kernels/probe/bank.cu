/* lanescope
title   = "Probe: banks of shared memory"
summary = "Each lane reads and writes width words, stride words after its neighbour's: how many wavefronts does a warp need?"
article = "Finding a bank conflict with Nsight Compute"
section = "px.bank"
claims  = [
  "With single words the wavefronts are gcd(stride, 32); stride 0 is a broadcast.",
  "Loads of 16 bytes go eight lanes at a time, or sixteen where neighbours ask for the same.",
]

[parameters]
block   = { values = [32, 64, 128, 256, 512, 1024], default = 256 }
width   = { values = [1, 2, 4], default = 1 }
stride  = { values = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 17, 20, 24, 28, 31, 32, 33, 36, 40, 48, 64], default = 1 }
lanes   = { values = ["in_order", "in_pairs", "reversed"], default = "in_order" }
repeats = { values = [1, 16, 256], default = 16 }

[problem]
blocks = { min = 1, max = 65536, default = 132 }

[[require]]
that = "stride % width == 0"
else = "several words are moved at once only where the address is a multiple of their size: stride must be one of width"

[buffers]
in  = { role = "in",  type = "f32", shape = ["blocks"], fill = "random" }
out = { role = "out", type = "f32", shape = ["blocks"], fill = "poison" }

[[launch]]
entry     = "bank"
grid      = ["blocks"]
block     = ["block"]
arguments = ["out", "in"]

[work]
bytes = "8 * blocks"
flops = 0

[check]
reference = "copy"
output    = "out"
exact     = true
*/

#if WIDTH == 1
using Words = float;
#elif WIDTH == 2
using Words = float2;
#else
using Words = float4;
#endif

// Their mean, exactly, because all are equal. It takes every word: the compiler would not load the others.
__device__ inline float mean_of(float words) {
  return words;
}
__device__ inline float mean_of(float2 words) {
  return (words.x + words.y) * 0.5f;
}
__device__ inline float mean_of(float4 words) {
  return ((words.x + words.y) + (words.z + words.w)) * 0.25f;
}

// All warps read the same words, so that the block needs no more shared memory than one warp. Every word holds the block's
// value: the last one read is what the block got. A barrier of the warp stands between two reads, so that none is left out.
extern "C" __global__ void bank(float* out, const float* in) {
  __shared__ __align__(16) float words[31 * STRIDE + WIDTH];
  const float value = in[blockIdx.x];
  for (unsigned i = threadIdx.x; i < 31 * STRIDE + WIDTH; i += BLOCK) words[i] = value;
  __syncthreads();

  const unsigned lane = threadIdx.x % 32;
  const unsigned place = LANES == LANES_IN_ORDER ? lane : LANES == LANES_IN_PAIRS ? lane / 2 : 31 - lane;
  const Words* const mine = reinterpret_cast<const Words*>(&words[place * STRIDE]);
  float sum = 0;
#pragma unroll 1
  for (unsigned repeat = 0; repeat < REPEATS; ++repeat) {
    sum += mean_of(*mine) - value;
    __syncwarp();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = value + sum;
}
