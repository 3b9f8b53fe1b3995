/* lanescope
title   = "Product of a warpgroup"
summary = "wgmma: four warps multiply two tiles that lie in shared memory, with or without a swizzle."

[parameters]
swizzle = { values = ["none", "128b"], default = "128b" }

[buffers]
a = { role = "in",  type = "bf16", shape = [64, 64], fill = "random" }
b = { role = "in",  type = "bf16", shape = [64, 64], fill = "random" }
c = { role = "out", type = "f32",  shape = [64, 64], fill = "poison" }

[[launch]]
entry     = "warpgroup_product"
grid      = [1]
block     = [128]
arguments = ["c", "a", "b"]

[compile]
architecture = "sm_90a"

[work]
bytes = "2 * 2 * 64 * 64 + 4 * 64 * 64"
flops = "2 * 64 * 64 * 64"

[check]
reference = "matmul"
output    = "c"
relative  = "1e-5"
*/
// Lines of 64 elements of 16 bits, of A by its rows and of B by its columns. Eight lines times 16 bytes are a core matrix.
// Without a swizzle core matrices lie one behind the other along k; with the one of 128 bytes a line lies in 128 bytes,
// and its pieces of 16 bytes stand at their number exclusive or with the line's.
__device__ int place_of(int line, int k) {
#if SWIZZLE == SWIZZLE_none
  return line / 8 * 512 + k / 8 * 64 + line % 8 * 8 + k % 8;
#else
  return line * 64 + (k / 8 ^ line % 8) * 8 + k % 8;
#endif
}

__device__ unsigned long long descriptor(const unsigned short* tile, int step) {
  const unsigned long long start = static_cast<unsigned>(__cvta_generic_to_shared(tile));
#if SWIZZLE == SWIZZLE_none
  return (start + 256 * step) >> 4 | 128ull >> 4 << 16 | 1024ull >> 4 << 32;
#else
  return (start + 32 * step) >> 4 | 1024ull >> 4 << 32 | 1ull << 62;
#endif
}

extern "C" __global__ void warpgroup_product(float* c, const unsigned short* a, const unsigned short* b) {
  __shared__ __align__(1024) unsigned short a_tile[64 * 64], b_tile[64 * 64];
  const int t = threadIdx.x;
  for (int i = t; i < 64 * 64; i += 128) {
    a_tile[place_of(i / 64, i % 64)] = a[i];
    b_tile[place_of(i % 64, i / 64)] = b[i];
  }
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  float d[32];
  for (int r = 0; r < 32; ++r) d[r] = 0;
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
  for (int step = 0; step < 4; ++step) {
    asm volatile(
        "wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 "
        "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
        "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, %32, %33, 1, 1, 1, 0, 0;"
        : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]), "+f"(d[7]), "+f"(d[8]),
          "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]), "+f"(d[14]), "+f"(d[15]), "+f"(d[16]),
          "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]), "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]),
          "+f"(d[25]), "+f"(d[26]), "+f"(d[27]), "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
        : "l"(descriptor(a_tile, step)), "l"(descriptor(b_tile, step))
        : "memory");
  }
  asm volatile("wgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;" ::: "memory");
  for (int r = 0; r < 32; ++r) {
    const int row = t / 32 * 16 + t % 32 / 4 + r / 2 % 2 * 8, column = r / 4 * 8 + t % 4 * 2 + r % 2;
    c[row * 64 + column] = d[r];
  }
}
