#define TILE 16
extern "C" __global__ void matmul_tiled(float* c, const float* a, const float* b, int n) {
  __shared__ float as[TILE][TILE];
  __shared__ float bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int tile = 0; tile < n / TILE; ++tile) {
    as[ty][tx] = a[row * n + tile * TILE + tx];
    bs[ty][tx] = b[(tile * TILE + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < TILE; ++k) {
      sum += as[ty][k] * bs[k][tx];
    }
    __syncthreads();
  }
  c[row * n + column] = sum;
}
