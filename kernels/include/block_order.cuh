// Which tile a block takes. The hardware starts blocks roughly by their number, x fastest, so the order decides which
// parts of the matrices are in flight together. Each order visits every tile once; all but one on every grid.
#pragma once

struct Tile {
  unsigned column, row;
};

// By rows of tiles, as the blocks are numbered.
__device__ inline Tile cartesian_order() {
  return {blockIdx.x, blockIdx.y};
}

// The article's: neighbouring blocks take tiles one row and one column further, so that neither matrix is met in one
// column of tiles only. One-to-one only where gridDim.x == gridDim.y; a square matrix with a block of (32, 16) has no such
// grid.
__device__ inline Tile diagonal_order_of_a_square() {
  return {(blockIdx.x + blockIdx.y) % gridDim.x, blockIdx.x};
}

// The same order on a square grid, and one-to-one on every other: of gridDim.y successive blocks each takes another row,
// and the next gridDim.y blocks begin one column further.
__device__ inline Tile diagonal_order() {
  const unsigned number = blockIdx.x + gridDim.x * blockIdx.y;
  const unsigned row = number % gridDim.y;
  return {(number / gridDim.y + row) % gridDim.x, row};
}

// Bands of `height` rows of tiles, each taken column by column: the blocks in flight cover a patch that is about as high
// as it is wide, so that both matrices are met in pieces of many neighbouring tiles. The last band may be lower.
__device__ inline Tile banded_order(unsigned height) {
  const unsigned number = blockIdx.x + gridDim.x * blockIdx.y;
  const unsigned first_row = number / (height * gridDim.x) * height;
  const unsigned rows = min(height, gridDim.y - first_row);
  const unsigned within = number - first_row * gridDim.x;
  return {within / rows, first_row + within % rows};
}
