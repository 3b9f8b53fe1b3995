// What the matrix products with several outputs a thread share: fours of elements to and from matrices in rows, and where
// the lanes of a warp stand.
//
// A kernel of these has two entries. In the one for whole tiles (m, n and k multiples of BM, BN and BK) every row begins at a
// multiple of 16 bytes and nothing needs a guard: 16 bytes a thread. The other takes every size: each element has its own
// guard, and beyond the matrices there are zeros, which add nothing.
#pragma once

template <bool whole>
__device__ inline float4 load_four(const float* matrix, unsigned row, unsigned column, unsigned rows, unsigned columns) {
  const size_t at = size_t(row) * columns + column;
  if constexpr (whole) return *reinterpret_cast<const float4*>(&matrix[at]);
  float4 four = {};
  if (row >= rows) return four;
  if (column + 0 < columns) four.x = matrix[at + 0];
  if (column + 1 < columns) four.y = matrix[at + 1];
  if (column + 2 < columns) four.z = matrix[at + 2];
  if (column + 3 < columns) four.w = matrix[at + 3];
  return four;
}

template <bool whole>
__device__ inline void store_four(float* matrix, unsigned row, unsigned column, unsigned rows, unsigned columns,
                                  float4 four) {
  const size_t at = size_t(row) * columns + column;
  if constexpr (whole) {
    *reinterpret_cast<float4*>(&matrix[at]) = four;
  } else {
    if (row >= rows) return;
    if (column + 0 < columns) matrix[at + 0] = four.x;
    if (column + 1 < columns) matrix[at + 1] = four.y;
    if (column + 2 < columns) matrix[at + 2] = four.z;
    if (column + 3 < columns) matrix[at + 3] = four.w;
  }
}

struct LanePlace {
  unsigned row, column;
};

// The lanes of a warp as `columns` columns, neighbours side by side: lane 1 is right of lane 0.
__device__ inline LanePlace columns_fast(unsigned lane, unsigned columns) {
  return {lane / columns, lane % columns};
}

// Neighbours one below the other: lane 1 is under lane 0.
__device__ inline LanePlace rows_fast(unsigned lane, unsigned columns) {
  const unsigned rows = 32 / columns;
  return {lane % rows, lane / rows};
}

// 4 rows and 8 columns such that lanes n and n + 1 (n even) share a column and lanes n and n + 2 (n / 2 even) share a row.
// Shared memory serves 16 lanes of a 16-byte load at a time, and not 8, where every lane asks for what its neighbour, or its
// neighbour but one, asks for: here both factors are met so.
__device__ inline LanePlace interleaved(unsigned lane) {
  return {(lane & 1) + (lane / 16) * 2, lane / 2 % 8};
}
