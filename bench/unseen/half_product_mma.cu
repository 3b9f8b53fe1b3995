/* lanescope
title   = "Product of matrices of halves by mma"
summary = "Four warps share a tile of 64 x 64 and multiply by mma.sync, whose operands come by ldmatrix or plain loads."

[parameters]
depth   = { values = [16, 32, 64], default = 32 }      # of a tile
padding = { values = [0, 8], default = 8 }              # halves behind each row in shared memory
load    = { values = ["ldmatrix", "plain"], default = "ldmatrix" }

[problem]
m = { min = 1, max = 16384, default = 1024 }
n = { min = 1, max = 16384, default = 1024 }
k = { min = 1, max = 16384, default = 1024 }

[let]
# Rows have whole vectors of 16 bytes.
inner   = "round_up(k, 8)"
columns = "round_up(n, 8)"

[buffers]
a = { role = "in",  type = "f16", shape = ["m", "inner"], fill = "random" }
b = { role = "in",  type = "f16", shape = ["inner", "columns"], fill = "random" }
c = { role = "out", type = "f32", shape = ["m", "columns"], fill = "poison" }

[[launch]]
entry     = "half_product_mma"
grid      = ["ceil_div(columns, 64)", "ceil_div(m, 64)"]
block     = [128]
arguments = ["c", "a", "b", "m", "columns", "inner"]

[work]
bytes = "2 * m * inner + 2 * inner * columns + 4 * m * columns"
flops = "2 * m * columns * inner"

[check]
reference    = "matmul"
output       = "c"
relative     = "1.2e-7 * (inner + 1)"
sampled_rows = 64
*/
#include <cuda_fp16.h>

constexpr int tile = 64, stride_a = DEPTH + PADDING, stride_b = tile + PADDING;

/// Copies a tile of `rows` x `columns` halves to shared memory, 16 bytes at a time; what lies outside is 0.
template <int rows, int columns, int stride>
__device__ inline void copy_tile(__half* to, const __half* from, int first_row, int first_column, int height,
                                 int width) {
  constexpr int vectors = columns / 8;
#pragma unroll
  for (int i = threadIdx.x; i < rows * vectors; i += 128) {
    const int row = i / vectors, column = i % vectors * 8;
    uint4 eight = {0, 0, 0, 0};
    if (first_row + row < height && first_column + column < width) {
      eight = *reinterpret_cast<const uint4*>(from + size_t(first_row + row) * width + first_column + column);
    }
    *reinterpret_cast<uint4*>(to + row * stride + column) = eight;
  }
}

__device__ inline unsigned joined(__half low, __half high) {
  return __half_as_ushort(low) | unsigned(__half_as_ushort(high)) << 16;
}

extern "C" __global__ void half_product_mma(float* c, const __half* a, const __half* b, int m, int columns, int inner) {
  __shared__ __align__(16) __half tile_a[tile * stride_a], tile_b[DEPTH * stride_b];
  const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const int first_row = blockIdx.y * tile, first_column = blockIdx.x * tile;
  const int warp_row = warp / 2 * 32, warp_column = warp % 2 * 32;
  float sums[2][4][4] = {};  // two tiles of 16 rows, four of 8 columns
  for (int from = 0; from < inner; from += DEPTH) {
    copy_tile<tile, DEPTH, stride_a>(tile_a, a, first_row, from, m, inner);
    copy_tile<DEPTH, tile, stride_b>(tile_b, b, from, first_column, inner, columns);
    __syncthreads();
#pragma unroll
    for (int step = 0; step < DEPTH; step += 16) {
      unsigned of_a[2][4], of_b[4][2];
#if LOAD == LOAD_LDMATRIX
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const __half* const at = &tile_a[(warp_row + i * 16 + lane % 16) * stride_a + step + lane / 16 * 8];
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(of_a[i][0]), "=r"(of_a[i][1]), "=r"(of_a[i][2]), "=r"(of_a[i][3])
                     : "r"(unsigned(__cvta_generic_to_shared(at)))
                     : "memory");
      }
#pragma unroll
      for (int j = 0; j < 4; j += 2) {
        const __half* const at = &tile_b[(step + lane % 16) * stride_b + warp_column + j * 8 + lane / 16 * 8];
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(of_b[j][0]), "=r"(of_b[j][1]), "=r"(of_b[j + 1][0]), "=r"(of_b[j + 1][1])
                     : "r"(unsigned(__cvta_generic_to_shared(at)))
                     : "memory");
      }
#else
#pragma unroll
      for (int i = 0; i < 2; ++i) {
#pragma unroll
        for (int part = 0; part < 4; ++part) {
          const int row = warp_row + i * 16 + part % 2 * 8 + lane / 4, column = step + part / 2 * 8 + lane % 4 * 2;
          of_a[i][part] = *reinterpret_cast<const unsigned*>(&tile_a[row * stride_a + column]);
        }
      }
#pragma unroll
      for (int j = 0; j < 4; ++j) {
#pragma unroll
        for (int part = 0; part < 2; ++part) {
          const int row = step + part * 8 + lane % 4 * 2, column = warp_column + j * 8 + lane / 4;
          of_b[j][part] = joined(tile_b[row * stride_b + column], tile_b[(row + 1) * stride_b + column]);
        }
      }
#endif
#pragma unroll
      for (int i = 0; i < 2; ++i) {
#pragma unroll
        for (int j = 0; j < 4; ++j) {
          float* const sum = sums[i][j];
          asm volatile(
              "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
              "{%0, %1, %2, %3};"
              : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
              : "r"(of_a[i][0]), "r"(of_a[i][1]), "r"(of_a[i][2]), "r"(of_a[i][3]), "r"(of_b[j][0]), "r"(of_b[j][1]));
        }
      }
    }
    __syncthreads();
  }
#pragma unroll
  for (int i = 0; i < 2; ++i) {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        const int row = first_row + warp_row + i * 16 + half * 8 + lane / 4;
        const int column = first_column + warp_column + j * 8 + lane % 4 * 2;
        if (row < m && column < columns) {
          *reinterpret_cast<float2*>(c + size_t(row) * columns + column) =
              make_float2(sums[i][j][2 * half], sums[i][j][2 * half + 1]);
        }
      }
    }
  }
}
