/* lanescope
title   = "A step of k-means over colours"
summary = "Threads look for the centre nearest to a colour, sum up in shared memory, and then add to the sums of all."

[parameters]
block   = { values = [128, 256, 512], default = 256 }
centres = { values = [8, 32, 128], default = 32 }
each    = { values = [1, 4, 16], default = 4 }

[problem]
pixels = { min = 1, max = 16777216, default = 1000000 }

[buffers]
colour = { role = "in",    type = "u8", shape = ["pixels", 4], fill = "random" }
centre = { role = "in",    type = "u8", shape = ["centres", 4], fill = "random" }
sums   = { role = "inout", type = "u32", shape = ["centres", 4], fill = "zero" }

[[launch]]
entry     = "colour_means"
grid      = ["ceil_div(pixels, block * each)"]
block     = ["block"]
arguments = ["sums", "colour", "centre", "pixels"]

[work]
bytes = "4 * pixels"
flops = "6 * centres * pixels"

[check]
same_as = "colour_means_plain"
output  = "sums"
exact   = true

[timing]
repeatable = false
*/
/// The square of the distance of two colours; the fourth byte is no colour.
__device__ inline int distance(uchar4 a, uchar4 b) {
  const int red = int(a.x) - b.x, green = int(a.y) - b.y, blue = int(a.z) - b.z;
  return red * red + green * green + blue * blue;
}

extern "C" __global__ void colour_means(unsigned* sums, const uchar4* colour, const uchar4* centre, unsigned pixels) {
  __shared__ unsigned own_sums[CENTRES][4];
  __shared__ uchar4 held[CENTRES];
  for (unsigned i = threadIdx.x; i < CENTRES * 4; i += BLOCK) own_sums[i / 4][i % 4] = 0;
  for (unsigned i = threadIdx.x; i < CENTRES; i += BLOCK) held[i] = centre[i];
  __syncthreads();
  for (unsigned i = 0; i < EACH; ++i) {
    const unsigned at = (blockIdx.x * EACH + i) * BLOCK + threadIdx.x;
    if (at >= pixels) break;
    const uchar4 own = colour[at];
    unsigned nearest = 0;
    int least = distance(own, held[0]);
#pragma unroll 8
    for (unsigned other = 1; other < CENTRES; ++other) {
      const int far = distance(own, held[other]);
      if (far < least) least = far, nearest = other;
    }
    atomicAdd(&own_sums[nearest][0], own.x);
    atomicAdd(&own_sums[nearest][1], own.y);
    atomicAdd(&own_sums[nearest][2], own.z);
    atomicAdd(&own_sums[nearest][3], 1);
  }
  __syncthreads();
  for (unsigned i = threadIdx.x; i < CENTRES * 4; i += BLOCK) {
    const unsigned sum = own_sums[i / 4][i % 4];
    if (sum != 0) atomicAdd(&sums[i], sum);
  }
}

extern "C" __global__ void colour_means_plain(unsigned* sums, const unsigned char* colour, const unsigned char* centre,
                                              unsigned pixels) {
  for (unsigned at = blockIdx.x * BLOCK + threadIdx.x; at < pixels; at += gridDim.x * BLOCK) {
    unsigned nearest = 0, least = 0xffffffffu;
    for (unsigned other = 0; other < CENTRES; ++other) {
      unsigned far = 0;
      for (int i = 0; i < 3; ++i) {
        const int apart = int(colour[4 * size_t(at) + i]) - int(centre[4 * other + i]);
        far += apart * apart;
      }
      if (far < least) least = far, nearest = other;
    }
    for (int i = 0; i < 3; ++i) atomicAdd(&sums[4 * nearest + i], colour[4 * size_t(at) + i]);
    atomicAdd(&sums[4 * nearest + 3], 1);
  }
}
